import { onTestFinished } from 'vitest';

interface TcpHandle {
  fd: number;
  bind(address: string, port: number): number;
  close(): void;
}

/**
 * A socket at `port` of 127.0.0.1 that stays bound, and open once a process listens on it, until the test ends, as
 * systemd holds the socket of a unit. It is made with an internal part of Node: one of `node:net` accepts connections.
 */
export function holdSocket(port: number): number {
  const { TCP, constants } = (
    process as unknown as {
      binding(name: string): { TCP: new (type: number) => TcpHandle; constants: { SERVER: number } };
    }
  ).binding('tcp_wrap');
  const handle = new TCP(constants.SERVER);
  onTestFinished(() => handle.close());
  const code = handle.bind('127.0.0.1', port);
  if (code !== 0) throw new Error(`port ${port} cannot be bound (${code})`);
  return handle.fd;
}
