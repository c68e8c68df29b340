import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Replicas } from '../../db/replicas/replicas.ts';
import type { Push } from '../../push/listen.ts';
import { SAFE_METHODS } from '../limits/readOnly.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The database for reads that tolerate slightly stale data. */
    reads: Db;
  }
}

/** Carries the position of a person's last write to other processes. */
const POSITION_COOKIE = 'portico_read_position';

/**
 * Decides for each request where its reads go, and gives people who have written the position that their next reads
 * need. Register it after the sign-in check and before anything that forwards announcements, because pages refetch in
 * response to them. Source: decisions/0177.
 */
export function readFromReplicas(
  portal: FastifyInstance,
  { db, replicas, config, push }: { db: Db; replicas?: Replicas | undefined; config: Config; push: Push },
): void {
  if (!replicas) {
    portal.decorateRequest('reads', { getter: () => db });
    return;
  }
  portal.decorateRequest('reads', {
    getter(this: FastifyRequest) {
      return this.person ? replicas.readsFor(this.person.id, positionIn(this)) : db;
    },
  });
  const { noteAnnouncement } = replicas;
  push.onHeard({ announcement: noteAnnouncement, accessChanged: noteAnnouncement, connected: noteAnnouncement });

  const isSecure = config.PUBLIC_URL.startsWith('https:');
  const attributes = `Path=/api; Max-Age=${Math.ceil(config.DATABASE_READ_MAX_LAG_MS / 1000) + 1}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  // Also after an error: part of the work may have been stored.
  portal.addHook('onSend', async (request, reply) => {
    if (!request.person || SAFE_METHODS.has(request.method)) return;
    const position = await replicas.noteWrite(request.person.id);
    void reply.header('set-cookie', `${POSITION_COOKIE}=${position}; ${attributes}`);
  });
}

/** A forged position only affects where the caller's own reads go. */
function positionIn({ headers }: FastifyRequest): bigint {
  const text = headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[POSITION_COOKIE];
  return text !== undefined && /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
