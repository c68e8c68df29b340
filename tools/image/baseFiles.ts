import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './runProgram.ts';

/** Packages that Node needs (`libatomic1` since 26), and certificates and time zones. */
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1', 'ca-certificates', 'tzdata'];
/** The user that the image runs as. */
const USER_ID = 65_532;
const UNUSED = ['usr/share/man', 'usr/share/lintian', 'usr/share/doc-base', 'usr/sbin', 'usr/bin', 'sbin', 'bin'];

/**
 * Fills `root` with a minimal system without a shell, from packages of the Debian or Ubuntu that this runs on.
 * Downloads them to `downloads`. Needs apt-get with package lists, and dpkg-deb. Returns the packages with their
 * versions.
 */
export async function addBaseFiles(root: string, downloads: string): Promise<string[]> {
  for (const folder of ['etc/ssl/certs', 'var/lib/dpkg/status.d', 'usr/lib'])
    mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, 'tmp'));
  await runProgram('chmod', ['1777', join(root, 'tmp')]);
  await runProgram('apt-get', ['download', ...PACKAGES], downloads);
  const packages: string[] = [];
  for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb'))) {
    const path = join(downloads, file);
    await runProgram('dpkg-deb', ['--extract', path, root]);
    const control = await runProgram('dpkg-deb', ['--field', path]);
    const fieldOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? '';
    // Vulnerability scanners look here for the packages of images without a package manager.
    writeFileSync(join(root, 'var/lib/dpkg/status.d', fieldOf('Package')), `${control}\n`);
    packages.push(`${fieldOf('Package')} ${fieldOf('Version')}`);
  }
  for (const folder of UNUSED) rmSync(join(root, folder), { recursive: true, force: true });
  // Since Debian 13, no package contains these links: the installer creates them.
  for (const folder of ['lib', 'lib64'])
    if (!existsSync(join(root, folder)) && existsSync(join(root, 'usr', folder)))
      symlinkSync(`usr/${folder}`, join(root, folder));
  writeAccounts(root);
  writeCertificates(root);
  cpSync(realpathSync('/etc/os-release'), join(root, 'etc/os-release'));
  return packages.toSorted();
}

/** The image's user, and root, which programs that show file owners expect. */
function writeAccounts(root: string): void {
  const write = (file: string, ...lines: string[]) => writeFileSync(join(root, 'etc', file), `${lines.join('\n')}\n`);
  write('passwd', 'root:x:0:0:root:/:/sbin/nologin', `portico:x:${USER_ID}:${USER_ID}:portico:/:/sbin/nologin`);
  write('group', 'root:x:0:', `portico:x:${USER_ID}:`);
  write('nsswitch.conf', 'passwd: files', 'group: files', 'hosts: files dns');
}

/** Concatenates all certificates into one file, as installing the package would. */
function writeCertificates(root: string): void {
  const folder = join(root, 'usr/share/ca-certificates/mozilla');
  const certificates = readdirSync(folder).toSorted();
  writeFileSync(
    join(root, 'etc/ssl/certs/ca-certificates.crt'),
    certificates.map((name) => readFileSync(join(folder, name), 'utf8')).join(''),
  );
}
