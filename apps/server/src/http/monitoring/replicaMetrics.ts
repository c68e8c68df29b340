import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replicas } from '../../db/replicas/replicas.ts';

/** The state of read replicas, as seen by this process, and how many reads they serve. */
export function addReplicaMetrics(registry: Registry, replicas: Replicas): void {
  new Gauge({
    name: 'portico_replica_lag_seconds',
    help: 'How old what a read replica shows may be; infinite while nobody knows',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { name, lagMs } of replicas.states()) this.set({ replica: name }, lagMs / 1000);
    },
  });
  new Gauge({
    name: 'portico_replica_used',
    help: '1 while this process reads from the replica, 0 while it is left out',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { name, problem } of replicas.states()) this.set({ replica: name }, problem === undefined ? 1 : 0);
    },
  });
  new Counter({
    name: 'portico_reads_total',
    help: 'Statements that may go to a read replica, by who answered them',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [by, count] of replicas.counts().answered) this.inc({ by }, count);
    },
  });
  new Counter({
    name: 'portico_reads_moved_total',
    help: 'Statements that a read replica failed to answer, so that the primary did',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [replica, count] of replicas.counts().moved) this.inc({ replica }, count);
    },
  });
}
