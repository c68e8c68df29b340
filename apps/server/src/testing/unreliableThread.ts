import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from '../features/search/threads/messages.ts';

/*
 * A thread for testing its owner: it responds with the request it got, or dies, hangs or waits if the request says so.
 */

const port = parentPort!;

const send = (message: FromThread): void => port.postMessage(message);
const answer = (id: number, text: string): void =>
  send({ id, body: new TextEncoder().encode(text), etag: `W/"${text}"`, isBrotli: false });

port.on('message', (message: ToThread<string>) => {
  if (message === 'close') return port.close();
  if ('isCanceled' in message) return answer(message.id, 'canceled');
  const { id, request } = message;
  if (request === 'die') process.exit(7);
  if (request === 'wait') return;
  if (request === 'fail')
    return send({ id, failure: { name: 'Error', message: 'no', stack: undefined, code: '08006' } });
  answer(id, request);
});
