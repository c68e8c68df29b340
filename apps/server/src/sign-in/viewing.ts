import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { Instant, readRow } from '../db/rows.ts';
import { PortalError } from '../errors.ts';
import { findPerson, type Person } from './people.ts';

/** An administrator sees the portal as a person does, until `endsAt`. */
export interface ViewingInForce {
  id: string;
  personId: string;
  endsAt: string;
}

interface ViewingCall {
  /** As it is in the header, so it may be anything. */
  viewingId: string;
  viewer: Person;
}

const ViewingRow = z.object({ id: z.uuid(), personId: z.uuid(), endsAt: Instant });

/** The viewing of an administrator, if one is in force. */
export const findViewing = (db: Db, viewerId: string, now: Date): Promise<ViewingInForce | undefined> =>
  readRow(
    db,
    ViewingRow,
    sql`select id, person_id as "personId", ends_at as "endsAt" from viewings
      where viewer_id = ${viewerId} and ended_at is null and ends_at > ${now}`,
  );

/** A person without roles: who sees the portal as somebody else manages and edits nothing, whoever that is. */
export async function findViewedPerson(db: Db, personId: string): Promise<Person | undefined> {
  const person = await findPerson(db, personId);
  return person && !person.isDisabled ? { ...person, roles: ['member'], grants: [] } : undefined;
}

/**
 * Checks, each time in the database, that an administrator still sees the portal as a person. Source: decisions/0347.
 */
export function createViewing({ db, now }: { db: Db; now: () => Date }) {
  return {
    /** The person of a call, with the viewing. Throws `forbidden`. */
    async assertInForce({ viewingId, viewer }: ViewingCall): Promise<{ person: Person; viewing: ViewingInForce }> {
      const viewing = viewer.roles.includes('admin') ? await findViewing(db, viewer.id, now()) : undefined;
      const person = viewing?.id === viewingId ? await findViewedPerson(db, viewing.personId) : undefined;
      if (!viewing || !person)
        throw new PortalError('forbidden', 'You no longer see the portal as somebody else. Begin again.');
      return { person, viewing };
    },
  };
}

export type Viewing = ReturnType<typeof createViewing>;
