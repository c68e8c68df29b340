/* Fields that several kinds of items have, in the settings. */

export const first = {
  header: { label: 'Title', isHidden: true },
  description: { label: 'Description', help: 'Shown on cards and in search results.', control: 'description' },
} as const;

export const categories = { label: 'Categories', control: 'categories' } as const;
export const image = { label: 'Picture', control: 'picture' } as const;
export const department = { label: 'Department', control: 'department' } as const;

export const last = {
  authorDepartment: { label: 'Author department', control: 'ownDepartment' },
  audience: { label: 'Audience', control: 'audience' },
  audienceRule: { label: 'Audience', isHidden: true },
  publishedAt: { label: 'Publication date', help: 'Leave empty to publish right away.' },
  expiresAt: { label: 'Expires', help: 'Readers no longer see it after this.' },
} as const;
