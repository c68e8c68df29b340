/** The pages of the administration, in the order of its navigation. */
export const adminPagePaths = [
  '/admin',
  '/admin/jobs',
  '/admin/mail',
  '/admin/maintenance',
  '/admin/storage',
  '/admin/backups',
  '/admin/audit',
  '/admin/refusals',
  '/admin/proofs',
  '/admin/people',
  '/admin/applications',
  '/admin/delegates',
  '/admin/provisioning',
  '/admin/tokens',
  '/admin/webhooks',
  '/admin/settings',
] as const;
export type AdminPagePath = (typeof adminPagePaths)[number];
