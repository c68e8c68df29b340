import { createClient } from '@redis/client';
import { CONNECT_TIMEOUT_MS, type Broker } from './broker.ts';

export async function connectRedis(url: string, channel: string): Promise<Broker> {
  const client = createClient({
    url,
    name: 'portico-push',
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  });
  const ended = new Promise<void>((done) => {
    client.on('error', () => done());
    client.once('end', done);
  });
  await client.connect();
  return {
    publish: async (text) => void (await client.publish(channel, text)),
    subscribe: (heard) => client.subscribe(channel, heard),
    ended,
    close: () => {
      if (client.isOpen) client.destroy();
    },
  };
}
