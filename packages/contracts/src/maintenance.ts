import { z } from 'zod/mini';
import { InstantInput } from './base/dayInputs.ts';
import { endpoint } from './base/endpoint.ts';
import { writtenText } from './base/writtenText.ts';

export const MAX_NOTICE_LENGTH = 300;

const noticeShape = {
  text: writtenText(MAX_NOTICE_LENGTH),
  from: z.iso.datetime(),
  /** Null when the notice stays until someone removes it. */
  until: z.nullable(z.iso.datetime()),
};
const NoticeDraft = z.object({ ...noticeShape, from: InstantInput, until: z.nullable(InstantInput) });
/** Changing the text or times of a notice makes it a new notice, also for people who dismissed the previous one. */
export const MaintenanceNotice = z.object({ id: z.uuid(), ...noticeShape });
export type MaintenanceNotice = z.infer<typeof MaintenanceNotice>;

export const Maintenance = z.object({
  /** Shown between `from` and `until`; null after that. */
  notice: z.nullable(MaintenanceNotice),
  isReadOnly: z.boolean(),
  /** When changes are expected to be possible again. */
  readOnlyUntil: z.nullable(z.iso.datetime()),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const getMaintenance = endpoint({
  method: 'GET',
  path: '/api/v1/maintenance',
  summary: 'The maintenance notice, and whether the portal is read-only',
  response: Maintenance,
});
export const setMaintenanceNotice = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/maintenance/notice',
  summary: 'Shows a notice to everyone, replacing the previous one',
  access: 'admin',
  body: NoticeDraft,
  response: Maintenance,
});
export const removeMaintenanceNotice = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/maintenance/notice',
  summary: 'Removes the notice',
  access: 'admin',
  response: Maintenance,
});
/** While read-only mode is on, changes fail with 503 and the code `read_only`, except those of the administration. */
export const setReadOnly = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/maintenance/read-only',
  summary: 'Starts or ends read-only mode',
  access: 'admin',
  body: z.object({ isReadOnly: z.boolean(), until: z.nullable(InstantInput) }),
  response: Maintenance,
});
