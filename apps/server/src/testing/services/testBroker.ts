import { onTestFinished } from 'vitest';
import { startBroker, type BrokerProgram, type TestBroker } from './brokers.ts';
import { freePort } from '../processes/childServer.ts';

/** A broker for the running test. */
export async function openBroker(program: BrokerProgram): Promise<TestBroker> {
  const broker = await startBroker(program, await freePort());
  onTestFinished(broker.stop);
  return broker;
}
