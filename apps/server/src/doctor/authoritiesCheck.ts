import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { reasonOf } from '../errors.ts';
import { closedFolderAbove } from './closedFolder.ts';
import { codeOf, notesOn, type Finding } from './findings.ts';

/** Whether this process trusts the authorities in NODE_EXTRA_CA_CERTS, which Node reads only as it starts. */
export async function checkAuthorities(env: Record<string, string | undefined>): Promise<Finding[]> {
  const notes = notesOn('authorities');
  const file = env['NODE_EXTRA_CA_CERTS'];
  if (!file) return notes.findings;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const closed = codeOf(error) === 'EACCES' ? closedFolderAbove(file) : undefined;
    notes.fail(
      `The file in NODE_EXTRA_CA_CERTS can’t be read: ${reasonOf(error)}.`,
      closed === undefined
        ? 'Put it into /etc/portico, readable by the portal’s account; Node ignores a file that it can’t read.'
        : `Let the portal’s account into its folder: chmod 755 ${closed}`,
    );
  });
  if (text === undefined) return notes.findings;
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    notes.fail(`${file} has no certificates in PEM format.`, 'Convert it: openssl x509 -inform der -in <file>');
  else if (getCACertificates('extra').length === 0)
    notes.fail(
      'NODE_EXTRA_CA_CERTS is set too late for this process, which therefore does not trust those authorities.',
      'Run “portico doctor”, which sets it before Node starts.',
    );
  else notes.ok(`The authorities in ${file} are trusted.`);
  return notes.findings;
}
