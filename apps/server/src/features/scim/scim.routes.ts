import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { SCIM_PATH } from '@portico/contracts/admin/provisioning';
import type { Dependencies } from '../../dependencies.ts';
import { found, type PortalError } from '../../errors.ts';
import { limitedJsonParser, MAX_BODY_BYTES } from '../../http/limits/limits.ts';
import { groupType, userType, type ResourceType } from './schema/attributes.ts';
import { describeSchemas, describeTypes, listOf, serviceProviderConfig } from './discovery.ts';
import * as groups from './groups.queries.ts';
import { project, isSelected, type Selection } from './projection.ts';
import { etagOf, LIST_SCHEMA, listResources, type ListQuery, type ResourceRow } from './resources.ts';
import { recordError } from './scimErrors.queries.ts';
import { ScimError, SCIM_MEDIA_TYPE, sendScimError } from './schema/scimErrors.ts';
import * as users from './users.queries.ts';

/** A request of 1 MiB can contain some 18,000 members, each of them an object. */
const JSON_LIMITS = { depth: 12, keys: 60_000 };

type Row = z.infer<typeof ResourceRow>;
type Body = Record<string, unknown>;
const Body = z.record(z.string(), z.unknown());
const ErrorBody = z.object({
  schemas: z.array(z.string()),
  status: z.string(),
  scimType: z.optional(z.string()),
  detail: z.string(),
});

/** The differences between people and groups. */
interface Resources {
  type: ResourceType;
  /** The base URL of the SCIM API. */
  base: string;
  /** The attribute that is read from other tables. */
  relation: 'groups' | 'members';
  show: (rows: Row[], withRelation: boolean) => Promise<Array<Parameters<typeof project>[1]>>;
  list: (query: ListQuery) => ReturnType<typeof listResources>;
  find: (id: string) => Promise<Row | undefined>;
  create: (body: Body, writing: users.WriteContext) => Promise<Row>;
  replace: (id: string, body: Body, writing: users.WriteContext) => Promise<Row>;
  patch: (id: string, body: Body, writing: users.WriteContext) => Promise<Row>;
  remove: (id: string, writing: users.WriteContext) => Promise<void>;
  /** Whether a PATCH without `attributes` omits the resource from its response, as RFC 7644, section 3.5.2, allows. */
  isTooLargeToShow?: (id: string) => Promise<boolean>;
}

/** SCIM 2.0 for identity providers that provision people and groups. Source: RFC 7643, RFC 7644, decisions/0161. */
export async function scimRoutes(portal: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { db, config, now } = dependencies;
  const base = config.PUBLIC_URL + SCIM_PATH;
  const sendError = (error: PortalError, request: FastifyRequest, reply: FastifyReply) => {
    void recordError(dependencies, error, request);
    return sendScimError(error, request, reply);
  };
  await portal.register(async (scim) => {
    scim.addContentTypeParser(
      'application/scim+json',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      limitedJsonParser(scim),
    );
    const add = adder(scim, sendError);
    addDiscovery(add, base);
    const writing = { issuer: config.OIDC_ISSUER, now };
    addResources(add, writing, {
      type: userType,
      base,
      list: (query) => listResources(db, userType, query, now()),
      relation: 'groups',
      show: (rows, withGroups) => users.showUsers(db, rows, { base, withGroups }),
      find: (id) => users.findUser(db, id),
      create: (body, how) => users.createUser(db, body, how),
      replace: (id, body, how) => users.replaceUser(db, id, body, how),
      patch: (id, body, how) => users.patchUser(db, id, body, how),
      remove: (id, how) => users.deleteUser(db, id, how),
    });
    addResources(add, writing, {
      type: groupType,
      base,
      list: (query) => listResources(db, groupType, query, now()),
      relation: 'members',
      show: (rows, withMembers) => groups.showGroups(db, rows, { base, withMembers }),
      find: (id) => groups.findGroup(db, id),
      create: (body, how) => groups.createGroup(db, body, how),
      replace: (id, body, how) => groups.replaceGroup(db, id, body, how),
      patch: (id, body, how) => groups.patchGroup(db, id, body, how),
      remove: (id, how) => groups.deleteGroup(db, id, how),
      isTooLargeToShow: (id) => groups.hasManyMembers(db, id),
    });
    scim.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${SCIM_PATH}/*`,
      config: { tokenScope: 'scim', sendError },
      schema: { hide: true },
      handler: async () => found(undefined, 'endpoint'),
    });
  });
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Add = (
  method: Method,
  path: string,
  summary: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object | undefined>,
) => void;

function adder(scim: FastifyInstance, sendError: NonNullable<FastifyContextConfig['sendError']>): Add {
  return (method, path, summary, handler) => {
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    const json = (description: string, schema: object) => ({
      description,
      content: { 'application/scim+json': { schema } },
    });
    scim.route({
      method,
      url: SCIM_PATH + path,
      config: { tokenScope: 'scim', sendError, jsonLimits: JSON_LIMITS },
      schema: {
        summary,
        security: [{ apiToken: [] }],
        ...(hasBody ? { body: Body, consumes: ['application/scim+json', 'application/json'] } : {}),
        response: {
          [method === 'POST' ? 201 : 200]: json('The resource, or a list of them', Body),
          default: json('An error in the format of RFC 7644', ErrorBody),
        },
      },
      async handler(request, reply) {
        const answer = await handler(request, reply);
        void reply.header('cache-control', 'no-store');
        if (answer === undefined) return reply.code(204).send();
        return reply.type(SCIM_MEDIA_TYPE).serializer(JSON.stringify).send(answer);
      },
    });
  };
}

function addDiscovery(add: Add, base: string): void {
  const one = (resources: Array<{ id: string }>, wanted: unknown) =>
    found(
      resources.find(({ id }) => id.toLowerCase() === String(wanted).toLowerCase()),
      'resource',
    );
  const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
  add('GET', '/ServiceProviderConfig', 'The SCIM features that the portal supports', async () =>
    serviceProviderConfig(base),
  );
  add('GET', '/ResourceTypes', 'The kinds of resources', async () => listOf(describeTypes(base)));
  add('GET', '/ResourceTypes/:id', 'One kind of resource', async (request) => one(describeTypes(base), idOf(request)));
  add('GET', '/Schemas', 'The attributes of resources', async () => listOf(describeSchemas(base)));
  add('GET', '/Schemas/:id', 'The attributes of one schema', async (request) =>
    one(describeSchemas(base), idOf(request)),
  );
}

const Id = z.guid();
/** The id as stored in the database. Throws `not_found` for a malformed id, because no resource can have it. */
function idIn(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  return found(z.safeParse(Id, id).success ? id.toLowerCase() : undefined, 'resource');
}

/** A query parameter. Throws ScimError when it is repeated. */
function textIn(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new ScimError('invalidValue', `${name} appears more than once.`);
}

const selectionIn = (request: FastifyRequest): Selection => ({
  attributes: textIn(request, 'attributes'),
  excludedAttributes: textIn(request, 'excludedAttributes'),
});

const listQueryIn = (request: FastifyRequest): ListQuery => ({
  filter: textIn(request, 'filter'),
  sortBy: textIn(request, 'sortBy'),
  sortOrder: textIn(request, 'sortOrder'),
  startIndex: textIn(request, 'startIndex'),
  count: textIn(request, 'count'),
  cursor: textIn(request, 'cursor'),
});

function addResources(add: Add, how: { issuer: string; now: () => Date }, resources: Resources): void {
  const { type, relation } = resources;
  const { endpoint, name } = type;
  const one = `One ${name.toLowerCase()}`;
  const writingOf = (request: FastifyRequest): users.WriteContext => ({
    tokenId: request.apiToken!.id,
    issuer: how.issuer,
    now: how.now(),
    ifMatch: request.headers['if-match'],
  });
  const show = async (rows: Row[], selection: Selection) => {
    const shown = await resources.show(rows, isSelected(type, relation, selection));
    return shown.map((resource) => project(type, resource, selection));
  };
  const answer = async (row: Row, request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('etag', etagOf(row));
    const [shown] = await show([row], selectionIn(request));
    return shown;
  };
  add('GET', endpoint, `${type.description}, by filter, sorted, page by page`, async (request) => {
    const { rows, total, ...page } = await resources.list(listQueryIn(request));
    const Resources = await show(rows, selectionIn(request));
    return { schemas: [LIST_SCHEMA], totalResults: total, ...page, itemsPerPage: Resources.length, Resources };
  });
  add('POST', endpoint, `Creates a ${name.toLowerCase()}`, async (request, reply) => {
    const row = await resources.create(request.body as Body, writingOf(request));
    void reply.code(201).header('location', `${resources.base}${endpoint}/${row.id}`);
    return answer(row, request, reply);
  });
  add('GET', `${endpoint}/:id`, one, async (request, reply) =>
    answer(found(await resources.find(idIn(request)), name.toLowerCase()), request, reply),
  );
  add('PUT', `${endpoint}/:id`, `${one}, replaced`, async (request, reply) =>
    answer(await resources.replace(idIn(request), request.body as Body, writingOf(request)), request, reply),
  );
  add('PATCH', `${endpoint}/:id`, `${one}, changed in part`, async (request, reply) => {
    const { attributes, excludedAttributes } = selectionIn(request);
    const row = await resources.patch(idIn(request), request.body as Body, writingOf(request));
    const isOpen = attributes === undefined && excludedAttributes === undefined;
    if (!isOpen || !(await resources.isTooLargeToShow?.(row.id))) return answer(row, request, reply);
    void reply.header('etag', etagOf(row));
    return undefined;
  });
  add('DELETE', `${endpoint}/:id`, `${one}, deleted`, async (request) => {
    await resources.remove(idIn(request), writingOf(request));
    return undefined;
  });
}
