import type { AdminPerson, FactSource } from '@portico/contracts/admin/people';
import { t } from '../../../locale/text.ts';
import { momentLabel } from '../adminLabels.ts';

export const nameOf = ({ name, email }: Pick<AdminPerson, 'name' | 'email'>): string =>
  name ?? email ?? t('admin.nameless');

/** A line about the sign-ins of a person, and one about their remembered browser. */
export function sessionFacts({ lastSignInAt, sessionsEndedAt, browser }: AdminPerson): [string, string] {
  const signIn =
    lastSignInAt === null ? t('admin.neverSignedIn') : t('admin.lastSignIn', { moment: momentLabel(lastSignInAt) });
  const ended = sessionsEndedAt !== null && t('admin.sessionsEnded', { moment: momentLabel(sessionsEndedAt) });
  return [
    [signIn, ended].filter(Boolean).join(' · '),
    browser
      ? t('admin.browserRemembered', { used: momentLabel(browser.usedAt), until: momentLabel(browser.expiresAt) })
      : t('admin.noBrowser'),
  ];
}

export const sourceLabel = (source: FactSource): string =>
  ({
    Claims: t('people.sourceClaims'),
    Provisioning: t('people.sourceProvisioning'),
    PeopleFile: t('people.sourcePeopleFile'),
    Portal: t('people.sourcePortal'),
  })[source];
