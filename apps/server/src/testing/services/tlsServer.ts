import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Whether self-signed certificates can be created here. */
export const hasOpenssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].some((path) => existsSync(path));

/** A self-signed certificate with its key, in PEM. */
export async function makeCertificate(days: number, host = 'localhost'): Promise<{ cert: string; key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-certificate-'));
  try {
    const [cert, key] = [join(folder, 'tls.pem'), join(folder, 'tls.key')];
    const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=test -addext subjectAltName=DNS:${host}`;
    execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Speaks unencrypted until the connection can be encrypted; resolves to false to stay unencrypted. */
export type Prelude = (socket: Socket) => Promise<boolean>;

/**
 * Encrypts each connection after the prelude, until the end of the test. `replace` changes the certificate, `stop` ends
 * it early.
 */
export async function startTlsServer(days: number, prelude: Prelude = async () => true) {
  let certificate = await makeCertificate(days);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    void prelude(socket).then((isEncrypted) => {
      if (isEncrypted) new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  onTestFinished(stop);
  return {
    port: (server.address() as AddressInfo).port,
    replace: async (newDays: number) => void (certificate = await makeCertificate(newDays)),
    stop,
  };
}
