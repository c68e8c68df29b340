import { connect } from '@nats-io/transport-node';
import { CONNECT_TIMEOUT_MS, type Broker } from './broker.ts';

export async function connectNats(url: string, subject: string): Promise<Broker> {
  const { protocol, host, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const client = await connect({
    servers: host,
    name: 'portico-push',
    timeout: CONNECT_TIMEOUT_MS,
    reconnect: false,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    // As usual in NATS addresses, a user name without a password is a token.
    ...(user === '' ? {} : password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }),
  });
  return {
    async publish(text) {
      client.publish(subject, text);
      await client.flush();
    },
    async subscribe(heard) {
      client.subscribe(subject, {
        callback: (error, message) => {
          if (!error) heard(message.string());
        },
      });
      await client.flush();
    },
    ended: client.closed().then(() => {}),
    close: () => void client.close().catch(() => {}),
  };
}
