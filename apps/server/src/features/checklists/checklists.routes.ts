import type { FastifyInstance } from 'fastify';
import { getChecklistMarks, setChecklistMark } from '@portico/contracts/checklists';
import { found } from '../../errors.ts';
import { route } from '../../http/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { announce } from '../../push/announce.ts';
import type { Person } from '../../sign-in/people.ts';
import { findMarks, saveMark } from './checklists.queries.ts';

export function checklistsRoutes(portal: FastifyInstance, { db, now }: Pick<Dependencies, 'db' | 'now'>): void {
  const readerOf = (person: Person) => ({ ...person, now: now() });

  route(portal, getChecklistMarks, async ({ person, params }) => ({
    marks: found(await findMarks(db, readerOf(person), params.componentId), 'checklist'),
  }));

  route(portal, setChecklistMark, async ({ person, params, body }) => {
    const mark = { componentId: params.componentId, entryId: params.itemId, wanted: body?.status };
    const status = found(await saveMark(db, readerOf(person), mark), 'checklist');
    await announce(db, 'checklists', person.id);
    return { status };
  });
}
