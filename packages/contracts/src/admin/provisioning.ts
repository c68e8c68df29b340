import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** Path of the SCIM service, from the server's root. */
export const SCIM_PATH = '/scim/v2';

/** An error response, without the data that the provider sent. */
export const ProvisioningError = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The call's pattern, such as `PATCH /scim/v2/Users/:id`. */
  call: z.string(),
  status: z.int(),
  /** The `scimType` of RFC 7644. */
  scimType: z.nullable(z.string()),
  detail: z.string(),
});
export type ProvisioningError = z.infer<typeof ProvisioningError>;

export const MAX_SHOWN_ERRORS = 50;

export const Provisioning = z.object({
  /** The base URL to enter at the identity provider. */
  address: z.string(),
  /** Tokens with the scope `scim` that are neither revoked nor expired. */
  activeTokens: z.int(),
  /** Last call with any token that had the scope, to the minute. */
  lastCallAt: z.nullable(z.iso.datetime()),
  users: z.object({ active: z.int(), inactive: z.int() }),
  groups: z.int(),
  /** People who signed in or were imported from the people file, and are not provisioned. */
  others: z.int(),
  /** Newest first. */
  errors: z.array(ProvisioningError),
});
export type Provisioning = z.infer<typeof Provisioning>;

export const getProvisioning = endpoint({
  method: 'GET',
  path: '/api/v1/admin/provisioning',
  summary: 'The state of SCIM provisioning: last call, people and groups, recent errors',
  access: 'admin',
  response: Provisioning,
});
