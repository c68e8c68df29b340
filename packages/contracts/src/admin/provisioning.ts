import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

/** Where SCIM is, from the server's root. */
export const SCIM_PATH = '/scim/v2';

/** An answer that was an error, without what the provider wrote. */
export const ProvisioningError = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The call's pattern, such as `PATCH /scim/v2/Users/:id`. */
  call: z.string(),
  status: z.int(),
  /** The word of RFC 7644 for it. */
  scimType: z.nullable(z.string()),
  detail: z.string(),
});
export type ProvisioningError = z.infer<typeof ProvisioningError>;

export const MAX_SHOWN_ERRORS = 50;

export const Provisioning = z.object({
  /** What the provider is given as its address. */
  address: z.string(),
  /** Tokens with the scope `scim` that are neither revoked nor expired. */
  activeTokens: z.int(),
  /** Of any token that had the scope, to the minute. */
  lastCallAt: z.nullable(z.iso.datetime()),
  users: z.object({ active: z.int(), inactive: z.int() }),
  groups: z.int(),
  /** People who signed in or came with the people file and are not provisioned. */
  others: z.int(),
  /** The newest first. */
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
