import type { FastifyInstance } from 'fastify';
import { getHealth } from '@portico/contracts/admin/health';
import { giveUpJob, listJobs, retryJob } from '@portico/contracts/admin/jobs';
import {
  countSignIns,
  disableAccount,
  enableAccount,
  endSessions,
  endViewing,
  getAdminPerson,
  listPeople,
  revokeBrowser,
  startViewing,
} from '@portico/contracts/admin/people';
import { getProvisioning, SCIM_PATH } from '@portico/contracts/admin/provisioning';
import { listRefusals } from '@portico/contracts/admin/refusals';
import { getStorage } from '@portico/contracts/admin/storage';
import { listSettingsInForce } from '@portico/contracts/admin/settings';
import { createApiToken, listApiTokens, revokeApiToken } from '@portico/contracts/admin/tokens';
import { dismissUndeliverable, listUndeliverable, retryUndeliverable } from '@portico/contracts/admin/undeliverable';
import { dayIn } from '@portico/contracts/times';
import { settingsInForce } from '../../config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import type { Push } from '../../push/listen.ts';
import * as accounts from './accounts.queries.ts';
import { applicationsRoutes } from './applications/applications.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { checkHealth } from './health/health.ts';
import * as jobs from './jobs.queries.ts';
import * as people from './people.queries.ts';
import { readProvisioning } from './provisioning.queries.ts';
import { listRefusalsPage } from './refusals.queries.ts';
import { readStorage } from './storage.queries.ts';
import * as tokens from './tokens.queries.ts';
import { listUndeliverablePage, settleUndeliverable } from './undeliverable.queries.ts';
import * as viewings from './viewings.queries.ts';

/** The administration, for people with the role `admin`. */
export function adminRoutes(portal: FastifyInstance, dependencies: Dependencies, push: Push): void {
  const { db, now } = dependencies;
  applicationsRoutes(portal, dependencies);
  auditRoutes(portal, dependencies);
  route(portal, getHealth, () => checkHealth(dependencies, push));
  route(portal, listJobs, ({ query }) => jobs.listJobsPage(db, query));
  route(portal, retryJob, ({ params, person }) => jobs.retryJob(db, params.jobId, person.id));
  route(portal, giveUpJob, ({ params, person }) => jobs.giveUpJob(db, params.jobId, person.id));
  route(portal, listUndeliverable, ({ query }) => listUndeliverablePage(db, query.page));
  route(portal, retryUndeliverable, ({ params, person }) =>
    settleUndeliverable(db, params.emailId, { actorId: person.id, isRetry: true }),
  );
  route(portal, dismissUndeliverable, ({ params, person }) =>
    settleUndeliverable(db, params.emailId, { actorId: person.id, isRetry: false }),
  );
  route(portal, getStorage, () => readStorage(dependencies));
  route(portal, listRefusals, ({ query }) => listRefusalsPage(db, query));
  route(portal, countSignIns, () => people.signInsByDay(db, now()));
  route(portal, listPeople, ({ query }) => people.listPeoplePage(db, query, now()));
  route(portal, getAdminPerson, async ({ params: { userId }, person }) => {
    const today = dayIn(dependencies.config.FIRM_TIME_ZONE, now());
    return found(await accounts.findPersonDetails(db, userId, { actorId: person.id, today, now: now() }), 'person');
  });
  route(portal, disableAccount, ({ params, body, person }) =>
    accounts.disableAccount(db, { ...params, ...body, actorId: person.id, now: now() }),
  );
  route(portal, enableAccount, ({ params, body, person }) =>
    accounts.enableAccount(db, { ...params, ...body, actorId: person.id }),
  );
  route(portal, startViewing, ({ params, body, person }) =>
    viewings.startViewing(db, { ...params, ...body, actorId: person.id, now: now() }),
  );
  route(portal, endViewing, ({ params, person }) =>
    viewings.endViewing(db, { ...params, actorId: person.id, now: now() }),
  );
  route(portal, revokeBrowser, ({ params, person }) => people.revokeBrowser(db, params.userId, person.id));
  route(portal, endSessions, ({ params, person }) =>
    people.endSessions(db, params.userId, { actorId: person.id, now: now() }),
  );
  route(portal, getProvisioning, () => readProvisioning(db, dependencies.config.PUBLIC_URL + SCIM_PATH, now()));
  route(portal, listApiTokens, () => tokens.listTokens(db, now()));
  route(portal, createApiToken, ({ body, person }) => tokens.createToken(db, body, { actorId: person.id, now: now() }));
  route(portal, revokeApiToken, ({ params, person }) =>
    tokens.revokeToken(db, params.tokenId, { actorId: person.id, now: now() }),
  );
  route(portal, listSettingsInForce, async () => ({ items: settingsInForce(dependencies.config) }));
}
