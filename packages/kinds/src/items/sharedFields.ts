import type { ItemFields } from '../base/itemFields.ts';
import { MAX_DEPARTMENT } from '../base/itemParts.ts';

/** Fields of every kind of item. */
export const fields = {
  header: { is: 'custom', isColumn: true, blank: '', words: 'read' },
  description: { is: 'custom', isColumn: true, blank: '', words: 'read' },
  /** Advisor types; empty means everyone included by the rule. */
  audience: { is: 'custom', isColumn: true, blank: [], words: 'none' },
  audienceRule: { is: 'custom', isColumn: true, blank: { include: {}, exclude: {} }, words: 'none' },
  /** Null for the moment of publishing. */
  publishedAt: { is: 'instant', isColumn: true },
  expiresAt: { is: 'instant', isColumn: true },
  authorDepartment: { is: 'text', isColumn: true, maxLength: MAX_DEPARTMENT, words: 'address' },
} as const satisfies ItemFields;

/* Fields of some kinds. */

export const categories = { is: 'custom', isColumn: true, blank: [], words: 'none' } as const;
export const image = { is: 'custom', isColumn: true, blank: null, words: 'aside' } as const;
/** For whom a resource or document is. */
export const department = { is: 'text', maxLength: MAX_DEPARTMENT, words: 'none', shownOn: 'card' } as const;

/** Of all of them. */
export const example = {
  header: 'Harvest briefing',
  description: 'What changes in the fall.',
  categories: ['Custody'],
  audience: ['AdvisorHybrid'],
  audienceRule: { include: {}, exclude: { branch: ['Denver'] } },
  publishedAt: '2026-02-02T10:00:00.000Z',
  expiresAt: '2099-02-02T10:00:00.000Z',
  authorDepartment: 'Operations',
  image: {
    id: '6f9b1d4e-0000-4000-8000-000000000001',
    alt: 'The trading desk',
    width: 640,
    height: 320,
    widths: [320, 640],
  },
  department: 'Compliance',
};
