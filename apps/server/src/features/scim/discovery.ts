import { resourceTypes, type Attribute, type ResourceType, type Schema } from './schema/attributes.ts';
import { CURSOR_TIMEOUT_S } from './cursors.ts';
import { DEFAULT_COUNT, LIST_SCHEMA, MAX_COUNT } from './resources.ts';

/* The portal's capabilities, as defined by RFC 7643, sections 5 to 7. */

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export const serviceProviderConfig = (base: string) => ({
  schemas: [CONFIG_SCHEMA],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  // Source: RFC 9865, section 4.
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: DEFAULT_COUNT,
    maxPageSize: MAX_COUNT,
    cursorTimeout: CURSOR_TIMEOUT_S,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'A token with the scope scim, which an administrator creates at /admin/tokens',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const listOf = (resources: object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

const describeType = ({ name, endpoint, description, schema, extensions }: ResourceType, base: string) => ({
  schemas: [TYPE_SCHEMA],
  id: name,
  name,
  endpoint,
  description,
  schema: schema.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export const describeTypes = (base: string) => resourceTypes.map((type) => describeType(type, base));

const describeAttribute = (attribute: Attribute): object => {
  const { name, type, description, multiValued = false, required = false, caseExact = false } = attribute;
  const { mutability = 'readWrite', returned = 'default', uniqueness = 'none', subAttributes } = attribute;
  const common = { name, type, multiValued, description, required, caseExact, mutability, returned, uniqueness };
  return {
    ...common,
    ...(subAttributes ? { subAttributes: subAttributes.map(describeAttribute) } : {}),
    ...(type === 'reference' ? { referenceTypes: ['User', 'Group'] } : {}),
  };
};

const describeSchema = ({ id, name, description, attributes }: Schema, base: string) => ({
  schemas: [SCHEMA_SCHEMA],
  id,
  name,
  description,
  attributes: attributes.map(describeAttribute),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

export const describeSchemas = (base: string) =>
  resourceTypes.flatMap(({ schema, extensions }) => [schema, ...extensions]).map((each) => describeSchema(each, base));
