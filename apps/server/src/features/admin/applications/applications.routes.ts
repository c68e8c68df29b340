import type { FastifyInstance } from 'fastify';
import * as endpoints from '@portico/contracts/admin/applications';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import {
  countGroup,
  findPersonApplications,
  listAll,
  listGroups,
  listPeoplePage,
  readApplication,
} from './applications.queries.ts';
import { saveChange, undoChange } from './changeApplication.ts';

/** The addresses of applications and who has access to them, for administrators. */
export function applicationsRoutes(
  portal: FastifyInstance,
  { db, now, config }: Pick<Dependencies, 'db' | 'now' | 'config'>,
): void {
  const setting = config.APPLICATION_ADDRESSES;
  route(portal, endpoints.listApplications, async () => ({ items: await listAll(db, setting) }));
  route(portal, endpoints.getApplication, ({ params }) => readApplication(db, setting, params.application));
  route(portal, endpoints.listApplicationPeople, ({ params, query }) => listPeoplePage(db, params.application, query));
  route(portal, endpoints.countApplicationGroup, ({ params, query }) => countGroup(db, params.application, query));
  route(portal, endpoints.listPeopleGroups, () => listGroups(db));
  route(portal, endpoints.getPersonApplications, async ({ params }) =>
    found(await findPersonApplications(db, params.userId), 'person'),
  );
  route(portal, endpoints.changeApplication, async ({ params, body, person }) => {
    await saveChange(db, params.application, body, { id: person.id, now: now() });
    return readApplication(db, setting, params.application);
  });
  route(portal, endpoints.undoApplicationChange, async ({ params, person }) => {
    await undoChange(db, params, { id: person.id, now: now() });
    return readApplication(db, setting, params.application);
  });
}
