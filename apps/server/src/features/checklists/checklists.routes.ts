import type { FastifyInstance } from 'fastify';
import { getChecklistMarks, setChecklistMark } from '@portico/contracts/checklists';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { announce } from '../../push/announce.ts';
import { findMarks, saveMark } from './checklists.queries.ts';

export function checklistsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, getChecklistMarks, async ({ reader, params }) => ({
    marks: found(await findMarks(db, reader, params.componentId), 'checklist'),
  }));

  route(portal, setChecklistMark, async ({ person, reader, params, body }) => {
    const mark = { componentId: params.componentId, entryId: params.itemId, requested: body?.status };
    const status = found(await saveMark(db, reader, mark), 'checklist');
    await announce(db, 'checklists', person.id);
    return { status };
  });
}
