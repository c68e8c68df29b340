import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';

export const SettingInForce = z.object({
  name: z.string(),
  description: z.string(),
  isSecret: z.boolean(),
  /** An `unset` setting has neither a value nor a default. */
  origin: z.enum(['set', 'default', 'unset']),
  /** As text; null for secrets and unset settings. */
  value: z.nullable(z.string()),
});
export type SettingInForce = z.infer<typeof SettingInForce>;

export const listSettingsInForce = endpoint({
  method: 'GET',
  path: '/api/v1/admin/settings',
  summary: 'Every setting of the process that handles the request, in the order of the documentation, without secrets',
  access: 'admin',
  response: z.object({ items: z.array(SettingInForce) }),
});
