/** An attribute as named in filters, paths and attribute lists. Names are case-insensitive. */
export interface AttributePath {
  /** The id of an extension, or of the resource's own schema if it was given explicitly. */
  schema: string | null;
  name: string;
  sub: string | null;
}

/** An attribute of a resource. Source: RFC 7643, section 7. */
export interface Attribute {
  name: string;
  description: string;
  type: 'string' | 'boolean' | 'dateTime' | 'complex' | 'reference';
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite';
  returned?: 'always' | 'default';
  uniqueness?: 'none' | 'server';
  subAttributes?: Attribute[];
  /** Stored separately from the resource. */
  isStoredApart?: boolean;
}

export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: Attribute[];
}

export interface ResourceType {
  name: 'User' | 'Group';
  /** Relative to `/scim/v2`. */
  endpoint: '/Users' | '/Groups';
  description: string;
  schema: Schema;
  extensions: Schema[];
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const AUDIENCE_SCHEMA = 'urn:portico:params:scim:schemas:extension:audience:1.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  description,
  type: 'string',
  ...more,
});
const flag = (name: string, description: string): Attribute => ({ name, description, type: 'boolean' });

/** A multi-valued text attribute. */
const texts = (name: string, description: string): Attribute => text(name, description, { multiValued: true });

/** Attributes of every resource. Source: RFC 7643, section 3.1. */
const common: Attribute[] = [
  text('id', 'The portal’s id of the resource', { caseExact: true, mutability: 'readOnly', returned: 'always' }),
  text('externalId', 'The provider’s id of the resource', { caseExact: true }),
  {
    name: 'meta',
    description: 'About the resource itself',
    type: 'complex',
    mutability: 'readOnly',
    subAttributes: [
      text('resourceType', 'User or Group', { caseExact: true, mutability: 'readOnly' }),
      { name: 'created', description: 'When it was created', type: 'dateTime', mutability: 'readOnly' },
      { name: 'lastModified', description: 'When it last changed', type: 'dateTime', mutability: 'readOnly' },
      { name: 'location', description: 'Its address', type: 'reference', caseExact: true, mutability: 'readOnly' },
      text('version', 'Its ETag', { caseExact: true, mutability: 'readOnly' }),
    ],
  },
];

const userSchema: Schema = {
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person who can sign in to the portal',
  attributes: [
    text('userName', 'The name that the provider signs the person in with', { required: true, uniqueness: 'server' }),
    {
      name: 'name',
      description: 'The parts of the person’s name',
      type: 'complex',
      subAttributes: [
        text('formatted', 'The full name'),
        text('familyName', 'Family name'),
        text('givenName', 'Given name'),
      ],
    },
    text('displayName', 'The name to show'),
    text('nickName', 'What the person is called'),
    text('title', 'Job title'),
    text('timezone', 'The time zone, such as America/New_York'),
    flag('active', 'False for someone who can’t sign in'),
    {
      name: 'emails',
      description: 'Email addresses; the primary one is the person’s',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        text('value', 'The address'),
        text('display', 'A label for it'),
        text('type', 'work, home or other'),
        flag('primary', 'The one to use'),
      ],
    },
    {
      name: 'groups',
      description: 'The groups that the person is in',
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        text('value', 'The id of the group', { caseExact: true, mutability: 'readOnly' }),
        text('display', 'The name of the group', { mutability: 'readOnly' }),
        { name: '$ref', description: 'Its address', type: 'reference', caseExact: true, mutability: 'readOnly' },
      ],
    },
  ],
};

const enterpriseSchema: Schema = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'The person’s position in the company',
  attributes: [
    text('employeeNumber', 'The employee number'),
    text('costCenter', 'Cost center'),
    text('organization', 'Organization'),
    text('division', 'Division'),
    text('department', 'Department'),
    {
      name: 'manager',
      description: 'Who supervises the person',
      type: 'complex',
      subAttributes: [
        text('value', 'The id of the manager, or their email address'),
        text('displayName', 'The name of the manager', { mutability: 'readOnly' }),
        { name: '$ref', description: 'Their address', type: 'reference', caseExact: true, mutability: 'readOnly' },
      ],
    },
  ],
};

const audienceSchema: Schema = {
  id: AUDIENCE_SCHEMA,
  name: 'AudienceUser',
  description: 'Facts that audiences of the portal compare, in addition to groups',
  attributes: [
    text('advisorType', 'Advisor type, until the person first signs in', { caseExact: true }),
    texts('firms', 'Firms'),
    texts('branches', 'Branches'),
    texts('states', 'States'),
    texts('licenses', 'Licenses'),
  ],
};

const groupSchema: Schema = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'People who belong together; audiences know the group as a team',
  attributes: [
    text('displayName', 'The name of the team', { required: true, uniqueness: 'server' }),
    {
      name: 'members',
      description: 'The people in the group',
      type: 'complex',
      multiValued: true,
      isStoredApart: true,
      subAttributes: [
        text('value', 'The id of the person', { caseExact: true }),
        text('display', 'The name of the person', { mutability: 'readOnly' }),
        text('type', 'User', { mutability: 'readOnly' }),
        { name: '$ref', description: 'Their address', type: 'reference', caseExact: true, mutability: 'readOnly' },
      ],
    },
  ],
};

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'People',
  schema: userSchema,
  extensions: [enterpriseSchema, audienceSchema],
};
export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of people',
  schema: groupSchema,
  extensions: [],
};
export const resourceTypes = [userType, groupType];

export interface FoundAttribute {
  /** The extension that defines the attribute, or null for the resource's own schema. */
  extension: string | null;
  attribute: Attribute;
  sub: Attribute | null;
}

const isCalled = (name: string) => (attribute: Attribute) => attribute.name.toLowerCase() === name.toLowerCase();

/** The attribute with this path; undefined when the resource does not have it. */
export function findAttribute(type: ResourceType, { schema, name, sub }: AttributePath): FoundAttribute | undefined {
  const isOwn = schema === null || schema.toLowerCase() === type.schema.id.toLowerCase();
  const extension = isOwn ? null : type.extensions.find(({ id }) => id.toLowerCase() === schema.toLowerCase());
  if (extension === undefined) return undefined;
  const attributes = extension ? extension.attributes : [...common, ...type.schema.attributes];
  const attribute = attributes.find(isCalled(name));
  if (!attribute) return undefined;
  if (sub === null) return { extension: extension?.id ?? null, attribute, sub: null };
  const part = attribute.subAttributes?.find(isCalled(sub));
  return part && { extension: extension?.id ?? null, attribute, sub: part };
}

/** The attributes that clients can write: `externalId` and those of the resource's own schema, except group members. */
export const writableAttributes = (type: ResourceType): Attribute[] =>
  [...common.filter(({ name }) => name === 'externalId'), ...type.schema.attributes].filter(
    ({ mutability, isStoredApart }) => mutability !== 'readOnly' && !isStoredApart,
  );
