import compress from '@fastify/compress';
import etag from '@fastify/etag';
import { hash } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { countReadings } from './content/readings.ts';
import { actingRoutes } from './features/acting/acting.routes.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { backupRoutes } from './features/backups/backups.routes.ts';
import { maintenanceRoutes } from './features/admin/maintenance.routes.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { audienceRoutes } from './features/audience/audience.routes.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { checklistsRoutes } from './features/checklists/checklists.routes.ts';
import { claimsRoutes } from './features/duties/claims.routes.ts';
import { dutiesRoutes } from './features/duties/duties.routes.ts';
import { documentsRoutes } from './features/documents/documents.routes.ts';
import { readingsRoutes } from './features/readership/readership.routes.ts';
import { eventsRoutes } from './features/events/events.routes.ts';
import { feedsRoutes } from './features/feeds/feeds.routes.ts';
import { formFilesRoutes } from './features/forms/formFiles.routes.ts';
import { formsRoutes } from './features/forms/forms.routes.ts';
import { formsDeskRoutes } from './features/forms/desk/formsDesk.routes.ts';
import { studioFormsRoutes } from './features/forms/studioForms.routes.ts';
import { homeRoutes } from './features/home/home.routes.ts';
import { ownersRoutes } from './features/studio/owners/owners.routes.ts';
import { overviewRoutes } from './features/studio/overview/overview.routes.ts';
import { filingRoutes } from './features/studio/filing/filing.routes.ts';
import { mediaDeskRoutes } from './features/studio/mediaDesk/mediaDesk.routes.ts';
import { menuDeskRoutes } from './features/studio/menu/menuDesk.routes.ts';
import { menuRoutes } from './features/menu/menu.routes.ts';
import { newsRoutes } from './features/news/news.routes.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { dailyEmailRoutes } from './features/publication-notifications/dailyEmail.routes.ts';
import { pagesRoutes } from './features/pages/pages.routes.ts';
import { proofExportsRoutes } from './features/proofs/proofExports.routes.ts';
import { proofsRoutes } from './features/proofs/proofs.routes.ts';
import { resourcesRoutes } from './features/resources/resources.routes.ts';
import { scimRoutes } from './features/scim/scim.routes.ts';
import { insightsRoutes } from './features/search/insights/insights.routes.ts';
import { pinnedAnswersRoutes } from './features/search/pinned/pinnedAnswers.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { streamRoutes } from './features/stream/stream.routes.ts';
import { confirmationsRoutes } from './features/studio/confirmations/confirmations.routes.ts';
import { studioCreditsRoutes } from './features/studio/credits/credits.routes.ts';
import { eventsDeskRoutes } from './features/studio/eventsDesk/eventsDesk.routes.ts';
import { studioAudienceRoutes } from './features/studio/audience.routes.ts';
import { retentionRoutes } from './features/studio/retention/retention.routes.ts';
import { previewsRoutes } from './features/studio/previews/previews.routes.ts';
import { redirectsRoutes } from './features/studio/releases/redirects.ts';
import { readershipRoutes } from './features/studio/readership/readership.routes.ts';
import { releasesRoutes } from './features/studio/releases/releases.routes.ts';
import { startingRoutes } from './features/studio/starting/starting.routes.ts';
import { studioRoutes } from './features/studio/studio.routes.ts';
import { studioCommentsRoutes } from './features/studio/comments/comments.routes.ts';
import { studioReviewsRoutes } from './features/studio/approvals/reviews.routes.ts';
import { studioRolesRoutes } from './features/studio/access/roles.routes.ts';
import { documentVersionsRoutes } from './features/studio/documentVersions.ts';
import { resumableUploadsRoutes } from './features/studio/uploads/resumable.routes.ts';
import { studioUploadsRoutes } from './features/studio/uploads/uploads.routes.ts';
import { todoRoutes } from './features/todo/todo.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts';
import { widgetsRoutes } from './features/widgets/widgets.routes.ts';
import { MAX_REQUEST_MS, limitArrival } from './http/limits/arrival.ts';
import { acceptPolicyReports } from './http/headers/policyReports.ts';
import { brotliOptions, MIN_COMPRESSED_BYTES } from './http/api/compression.ts';
import { showApiDocs } from './http/api/apiDocs.ts';
import { type PortalError } from './errors.ts';
import { asPortalError, problemOf } from './http/errors/problems.ts';
import { errorCodes } from '@portico/contracts/errors';
import { allowEmbedding } from './http/headers/embedding.ts';
import { addHealth } from './http/monitoring/health.ts';
import { isOverloaded, limitRate, limitRequests } from './http/limits/limits.ts';
import { rejectWritesWhileReadOnly } from './http/limits/readOnly.ts';
import { describeApi } from './http/api/openapi.ts';
import { servePages, type ReadPage } from './http/pages/pages.ts';
import { logError, logRequests } from './http/monitoring/requestLog.ts';
import { readFromReplicas } from './http/api/reads.ts';
import { compileSerializer, compileValidator } from './http/api/schemas.ts';
import { securityHeaders } from './http/headers/securityHeaders.ts';
import { assertEveryEndpointHasRoute } from './http/api/route.ts';
import { requireAccess } from './http/api/signedIn.ts';
import { isForPeople, sendErrorPage } from './http/errors/errorPage.ts';
import { answerUnroutable } from './http/errors/unroutable.ts';
import { versionRoutes } from './http/api/version.ts';
import { mediaRoutes } from './media/media.routes.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { createPush, type Push } from './push/listen.ts';
import { createActing } from './sign-in/acting.ts';
import { createViewing } from './sign-in/viewing.ts';
import { authenticateToken } from './sign-in/apiTokens.ts';
import { createAuthentication } from './sign-in/authentication.ts';
import { recordRejections } from './sign-in/rejections.ts';
import { createRequestIds } from './telemetry/traceparent.ts';
import { traceRequests } from './telemetry/traceRequests.ts';

/** Requests may carry both tokens twice, in headers and in cookies of at most 4096 bytes each. */
const MAX_HEAD_BYTES = 32 * 1024;
/** Up to this size, compressing in one go is faster than setting up a stream. */
const MAX_SYNC_COMPRESSION_BYTES = 64 * 1024;

/** The whole server, API and pages, ready to listen or for `inject`. `webRoot` is the folder of the built front end. */
export async function createPortal(
  dependencies: Dependencies & { webRoot: string; readPage?: ReadPage },
): Promise<FastifyInstance> {
  const portal = await createApi(dependencies);
  await servePages(portal, dependencies);
  return portal;
}

/** The server without pages. It connects to nothing before it listens or gets its first request. */
export async function createApi(dependencies: Dependencies): Promise<FastifyInstance> {
  const { config, isServing = () => true } = dependencies;
  const requestIds = createRequestIds(config.TRUSTED_PROXIES);
  const portal = createServer(dependencies, requestIds.idOf);
  answerErrors(portal, dependencies);
  traceRequests(portal, requestIds);
  addHeaders(portal, config, isServing);
  allowEmbedding(portal, config);
  logRequests(portal);
  limitArrival(portal);
  await limitRequests(portal, dependencies);
  const countRejection = await limitRate(portal, config);
  const push = createPush(dependencies);
  // Before the first page reconnects after a restart, so that it does not have to wait for the connection.
  if (config.PORTICO_ROLE !== 'worker') portal.addHook('onListen', async () => push.start());
  portal.addHook('preClose', push.close);
  portal.addHook(
    'onRequest',
    requireAccess({
      authenticate: createAuthentication({ ...dependencies, push }),
      authenticateToken: (secret) => authenticateToken(dependencies.db, secret, dependencies.now()),
      countRejection,
      acting: createActing(dependencies),
      viewing: createViewing(dependencies),
      now: dependencies.now,
    }),
  );
  readFromReplicas(portal, { ...dependencies, push });
  rejectWritesWhileReadOnly(portal, dependencies);
  await encodeResponses(portal);
  await describeApi(portal, config.PRODUCT_NAME);

  addHealth(portal, {
    ...dependencies,
    push,
    isReady: () => isServing() && dependencies.provider.isReady(),
    isOverloaded: () => isOverloaded(portal),
  });
  await addRoutes(portal, dependencies, push);
  assertEveryEndpointHasRoute(portal);
  return portal;
}

function createServer(
  { config, logger }: Dependencies,
  idOf: ReturnType<typeof createRequestIds>['idOf'],
): FastifyInstance {
  const portal: FastifyInstance = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: idOf,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    requestTimeout: MAX_REQUEST_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: MAX_HEAD_BYTES,
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ...answerUnroutable(config, sendProblem),
  });
  portal.setValidatorCompiler(compileValidator as never);
  portal.setSerializerCompiler(compileSerializer as never);
  portal.decorateRequest('person', undefined);
  portal.decorateRequest('reader', undefined);
  portal.decorateRequest('actor', undefined);
  portal.decorateRequest('delegation', undefined);
  portal.decorateRequest('recordAct', undefined);
  portal.decorateRequest('checkSignIn', undefined);
  portal.decorateRequest('apiToken', undefined);
  portal.server.maxConnections = 10_000;
  // Node would answer expectations other than 100-continue itself, without our headers. Ignoring them is allowed (RFC
  // 9110).
  portal.server.on('checkExpectation', (request, response) => portal.server.emit('request', request, response));
  return portal;
}

function answerErrors(portal: FastifyInstance, dependencies: Dependencies): void {
  const rejections = recordRejections(dependencies);
  portal.addHook('onClose', rejections.close);
  portal.setErrorHandler((error, request, reply) => {
    const problem = asPortalError(error);
    rejections.note(problem, { address: request.ip, personId: (request.actor ?? request.person)?.id });
    const { sendError } = request.routeOptions.config;
    if (sendError) {
      logError(request, problem);
      if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter));
      return sendError(problem, request, reply);
    }
    if (isForPeople(problem, request)) return sendErrorPage(problem, request, reply, dependencies.config.PRODUCT_NAME);
    return sendProblem(problem, request, reply);
  });
}

function addHeaders(portal: FastifyInstance, config: Config, isServing: () => boolean): void {
  const headers = securityHeaders(config);
  portal.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers).header('x-request-id', request.id);
  });
  // Also for requests in progress at shutdown: otherwise their connections stay open and delay it.
  portal.addHook('onSend', (_request, reply, _payload, done) => {
    if (!isServing()) void reply.header('connection', 'close');
    done();
  });
}

async function encodeResponses(portal: FastifyInstance): Promise<void> {
  await portal.register(etag, { weak: true, hashFn: (body) => hash('sha1', body, 'base64url') });
  await portal.register(compress, {
    threshold: MIN_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    syncThreshold: MAX_SYNC_COMPRESSION_BYTES,
    brotliOptions,
  });
}

async function addRoutes(portal: FastifyInstance, dependencies: Dependencies, push: Push): Promise<void> {
  showApiDocs(portal);
  acceptPolicyReports(portal);
  versionRoutes(portal, dependencies);
  usersRoutes(portal, dependencies);
  menuRoutes(portal, dependencies);
  filingRoutes(portal, dependencies);
  mediaDeskRoutes(portal, dependencies);
  overviewRoutes(portal, dependencies);
  ownersRoutes(portal, dependencies);
  menuDeskRoutes(portal, dependencies);
  homeRoutes(portal, dependencies);
  newsRoutes(portal, dependencies);
  eventsRoutes(portal, dependencies);
  feedsRoutes(portal, dependencies);
  proofsRoutes(portal, dependencies);
  proofExportsRoutes(portal, dependencies);
  resourcesRoutes(portal, dependencies);
  const readings = countReadings(dependencies);
  portal.addHook('onClose', readings.close);
  readingsRoutes(portal, readings);
  documentsRoutes(portal, { ...dependencies, readings });
  pagesRoutes(portal);
  audienceRoutes(portal, dependencies);
  categoriesRoutes(portal);
  searchRoutes(portal, dependencies);
  pinnedAnswersRoutes(portal, dependencies);
  insightsRoutes(portal, dependencies);
  widgetsRoutes(portal);
  todoRoutes(portal, dependencies);
  checklistsRoutes(portal, dependencies);
  dutiesRoutes(portal, dependencies);
  claimsRoutes(portal, dependencies);
  formsRoutes(portal, dependencies);
  formFilesRoutes(portal, dependencies);
  studioFormsRoutes(portal, dependencies);
  formsDeskRoutes(portal, dependencies);
  studioRoutes(portal, dependencies);
  startingRoutes(portal, dependencies);
  eventsDeskRoutes(portal, dependencies);
  confirmationsRoutes(portal, dependencies);
  readershipRoutes(portal, dependencies);
  studioCreditsRoutes(portal, dependencies);
  studioAudienceRoutes(portal, dependencies);
  releasesRoutes(portal, dependencies);
  redirectsRoutes(portal, dependencies);
  retentionRoutes(portal, dependencies);
  previewsRoutes(portal, dependencies);
  studioUploadsRoutes(portal, dependencies);
  documentVersionsRoutes(portal, dependencies);
  resumableUploadsRoutes(portal, dependencies);
  studioReviewsRoutes(portal, dependencies);
  studioCommentsRoutes(portal, dependencies);
  studioRolesRoutes(portal, dependencies);
  notificationsRoutes(portal, dependencies);
  dailyEmailRoutes(portal, dependencies);
  actingRoutes(portal, dependencies);
  accountRoutes(portal, dependencies);
  adminRoutes(portal, dependencies, push);
  backupRoutes(portal, dependencies);
  webhookRoutes(portal, dependencies);
  maintenanceRoutes(portal, dependencies);
  mediaRoutes(portal, dependencies);
  streamRoutes(portal, { db: dependencies.db, push });
  await scimRoutes(portal, dependencies);
}

function sendProblem(
  error: PortalError,
  request: Parameters<typeof logError>[0],
  reply: Parameters<Parameters<FastifyInstance['setErrorHandler']>[0]>[2],
) {
  logError(request, error);
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(errorCodes[error.code].status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problemOf(error, request.id));
}
