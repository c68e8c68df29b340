import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface Certificate {
  certificate: string;
  key: string;
}

/** A self-signed certificate for these hosts, as files in a folder. Needs the openssl program. */
export function createCertificate(folder: string, hosts: string[]): Certificate {
  const files = { certificate: join(folder, 'tls.pem'), key: join(folder, 'tls.key') };
  execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test'
      .split(' ')
      .concat('-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`)
      .concat('-keyout', files.key, '-out', files.certificate),
    { stdio: 'ignore' },
  );
  return files;
}
