import type { Kysely } from 'kysely';
import { checkDraft } from '@portico/authoring/checks/checkDraft';
import { isPersonalData } from '@portico/authoring/checks/personalData';
import type { ItemContent, StudioKind } from '@portico/contracts/studio/draft';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import type { LinkFacts } from '../links/deadLinks.queries.ts';
import { checkSettingsFor } from './checkRules.queries.ts';

/**
 * Enforces the blocking checks on the server, whatever the browser has checked. Missing or invalid content is left to
 * publishing itself, which reports it more precisely. Throws `invalid_input` with issues.
 */
export async function assertNothingBlocks(
  db: Kysely<DB>,
  { kind, draft }: { kind: StudioKind; draft: ItemContent },
  facts: LinkFacts,
): Promise<void> {
  const blocking = checkDraft(kind, draft, await checkSettingsFor(db, draft, facts)).filter(
    ({ code, blocks }) => blocks && code !== 'Missing' && code !== 'Incomplete',
  );
  if (blocking.length === 0) return;
  const message = blocking.some(({ code }) => isPersonalData(code))
    ? 'The content seems to contain a client’s personal data.'
    : 'The content does not pass the checks.';
  throw new PortalError('invalid_input', message, {
    issues: blocking.map(({ key, code }) => ({
      path: key,
      message: isPersonalData(code) ? 'Looks like a client’s personal data' : `Does not pass the check ${code}`,
    })),
  });
}
