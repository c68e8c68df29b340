import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { connectBroker } from '../push/broker.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { reasonOf } from '../errors.ts';
import { networkAdvice, notesOn, type Finding } from './findings.ts';

const ARRIVAL_TIMEOUT_MS = 3000;

/** Whether the broker rejects the command that switches to RESP3. */
const isOldRedis = (error: unknown): boolean => /\bunknown command\b.*\bhello\b|\bNOPROTO\b/i.test(reasonOf(error));

/** Sends a message to itself through the broker of PUSH_URL, if one is configured. */
export async function checkPush({ PUSH_URL: url, PUBLIC_URL }: Config): Promise<Finding[]> {
  const notes = notesOn('live updates');
  if (url === undefined) return notes.findings;
  const { protocol, host, hostname } = new URL(url);
  try {
    const broker = await connectBroker(url, `doctor of ${PUBLIC_URL}`);
    try {
      const { promise: arrived, resolve: hear } = Promise.withResolvers<boolean>();
      await broker.subscribe(() => hear(true));
      await broker.publish('doctor');
      if (await Promise.race([arrived, sleep(ARRIVAL_TIMEOUT_MS, false, { ref: false })]))
        notes.ok(`The broker at ${host} delivered a test message.`);
      else
        notes.fail(
          `The broker at ${host} accepts messages but does not deliver them.`,
          'Give its account permission to publish and subscribe to `portico.push.*`.',
        );
    } finally {
      broker.close();
    }
  } catch (error) {
    notes.fail(
      `The broker at ${host} cannot be used: ${reasonOf(error)}.`,
      isOldRedis(error)
        ? 'Use Redis 6.0 or newer, or any Valkey: the portal speaks RESP3, which older versions and some proxies do not support.'
        : networkAdvice(
            error,
            'Check the address, username and password in PUSH_URL; special characters must be percent-encoded.',
          ),
    );
    return notes.findings;
  }
  if (['redis:', 'nats:'].includes(protocol) && !isLoopback(hostname))
    notes.warn(
      `The connection to ${host} is not encrypted.`,
      'Use rediss:// or tls://, unless the network between them is trusted.',
    );
  return notes.findings;
}
