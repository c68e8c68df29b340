import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP proxy to a database, or to another server, that can fail on demand. */
export interface UnreliableConnection {
  /** The database's address through the proxy. */
  url: string;
  /** `works`; `silent`: nothing passes; `refused`: nothing listens, and open connections are closed. */
  become(state: 'works' | 'silent' | 'refused'): Promise<void>;
  /** Resets every connection, as a crashing server would. */
  reset(): void;
  /** Silences the current connections, while new ones work. */
  abandon(): void;
  /** Delays each chunk, of up to 64 KB, by this long after the previous one. */
  slowDown(pauseMs: number): void;
  /** Closes every connection, and connects new ones to another server. */
  leadTo(url: string): void;
}

export async function unreliableConnection(databaseUrl: string): Promise<UnreliableConnection> {
  let target = new URL(databaseUrl);
  let isSilent = false;
  let pauseMs = 0;
  const pairs = new Set<[Socket, Socket]>();
  const abandoned = new WeakSet<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk) => {
        if (isSilent || abandoned.has(near)) return;
        if (pauseMs === 0) return void to.write(chunk);
        from.pause();
        setTimeout(() => {
          to.write(chunk);
          from.resume();
        }, pauseMs);
      });
      from
        .on('error', () => {})
        .once('close', () => {
          pairs.delete(pair);
          // The last chunk may still be in transit.
          if (pauseMs === 0) to.destroy();
          else setTimeout(() => to.destroySoon(), pauseMs);
        });
    };
    pass(near, far);
    pass(far, near);
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const reset = () => pairs.forEach(([near]) => near.resetAndDestroy());
  onTestFinished(() => {
    reset();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async become(state) {
      isSilent = state === 'silent';
      if (state === 'refused') {
        server.close();
        reset();
      } else if (!server.listening) await listen(port);
      // Data sent while silent is lost, as on a broken connection.
      if (state === 'works') reset();
    },
    reset,
    abandon: () => pairs.forEach(([near]) => abandoned.add(near)),
    slowDown: (ms) => void (pauseMs = ms),
    leadTo(other) {
      target = new URL(other);
      reset();
    },
  };
}
