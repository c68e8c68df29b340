import { createServer, type Socket } from 'node:net';

/** How the fake clamd handles a request: `bytes` is the content of the file, once it is complete. */
export interface ClamdBehavior {
  onFile?: (socket: Socket, bytes: Buffer) => void;
  /** Called for each chunk before the end. */
  onPiece?: (socket: Socket) => void;
  onPing?: (socket: Socket) => void;
}

/** Speaks clamd's protocol and responds as instructed; by default every file is clean. Port 0 means any free one. */
export async function listenAsClamd(behavior: ClamdBehavior = {}, listenOn = 0) {
  const seen = { connections: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let rest = Buffer.alloc(0);
    const pieces: Buffer[] = [];
    let isStream = false;
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      if (!isStream) {
        const end = rest.indexOf(0);
        if (end < 0) return;
        const command = rest.toString('latin1', 0, end);
        rest = rest.subarray(end + 1);
        if (command === 'zPING') return (behavior.onPing ?? ((one) => one.end('PONG\0')))(socket);
        isStream = command === 'zINSTREAM';
      }
      while (rest.length >= 4) {
        const length = rest.readUInt32BE();
        if (length === 0) return (behavior.onFile ?? ((one) => one.end('stream: OK\0')))(socket, Buffer.concat(pieces));
        if (rest.length < 4 + length) return;
        pieces.push(rest.subarray(4, 4 + length));
        rest = rest.subarray(4 + length);
        seen.bytes += length;
        behavior.onPiece?.(socket);
      }
    });
  });
  await new Promise<void>((done) => server.listen(listenOn, '127.0.0.1', done));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  const { port } = server.address() as { port: number };
  return { url: `tcp://127.0.0.1:${port}`, seen, behavior, stop };
}
