import { z } from 'zod/mini';
import { canonicalJson, changeOf, spliced, versionsOf } from '@portico/authoring/merging/splices';
import { changeKey } from '@portico/authoring/merging/mergeChange';
import {
  Change,
  MAX_CHANGE_BYTES,
  type ItemContent,
  type SentChange,
  type Splice,
} from '@portico/contracts/studio/draft';
import { PortalError } from '../../errors.ts';
import { assertJsonLimits } from '../../http/limits/limits.ts';

/** A page of text has several hundred keys, a large table thousands, and lists and columns nest. */
export const SAVE_LIMITS = { depth: 64, keys: 25_000 };
const MAX_ISSUES = 20;
/** Like the parser of requests. In canonical JSON, quotes within a text are escaped, so these are properties. */
const FORBIDDEN_PROPERTY = /"__proto__":|"constructor":\{"prototype"/;

/**
 * The changes with splices as the changes that they are. `seen` has the versions that their author had seen of what
 * changed since then. Throws `conflict` for a splice that fits no version, `payload_too_large` if all of them together
 * exceed the limits of a call with whole changes, and `invalid_input`, like that call.
 */
export function wholeChanges(
  sent: readonly SentChange[],
  draft: ItemContent,
  seen: ReadonlyMap<string, Change>,
): Change[] {
  const texts = new Map<Splice, string>();
  let length = 0;
  for (const change of sent) {
    if (change.do !== 'splice') continue;
    const text = spliced(change, versionsOf(draft, change, seen));
    if (text === undefined) throw new PortalError('conflict', 'What was changed is not known. Send it as a whole.');
    length += Buffer.byteLength(text);
    if (length > MAX_CHANGE_BYTES) throw new PortalError('payload_too_large', 'The changes are too large.');
    texts.set(change, text);
  }
  if (texts.size > 0) assertJsonLimits(`[${[...texts.values()].join(',')}]`, SAVE_LIMITS);
  return sent.map((change, index) => (change.do === 'splice' ? checked(change, texts.get(change)!, index) : change));
}

function checked(splice: Splice, text: string, index: number): Change {
  const invalid = (issues: Array<{ path: string; message: string }>) =>
    new PortalError('invalid_input', 'The request is not valid.', { issues });
  const path = `body.changes.${index}`;
  let change: unknown;
  try {
    change = changeOf(splice, text);
  } catch {
    throw invalid([{ path, message: 'The result is not JSON' }]);
  }
  const parsed = z.safeParse(Change, change);
  if (!parsed.success)
    throw invalid(
      parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => ({
        path: [path, ...issue.path.map(String)].join('.').slice(0, 200),
        message: issue.message.slice(0, 300),
      })),
    );
  const { data } = parsed;
  const value = data.do === 'set' ? data.component : data.do === 'field' ? data.value : undefined;
  if (changeKey(data) !== splice.key || FORBIDDEN_PROPERTY.test(text) || canonicalJson(value) !== text)
    throw invalid([{ path, message: 'The result is something else' }]);
  return data;
}
