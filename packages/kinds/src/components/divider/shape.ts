import { z } from 'zod/mini';
import type { ComponentShape } from '../../base/component.ts';
import { ComponentId } from '../../base/contentBase.ts';

export const Divider = z.object({ id: ComponentId, type: z.literal('Divider') });
export type Divider = z.infer<typeof Divider>;

export const shape = { words: {}, blank: () => ({}), needs: null } satisfies ComponentShape<Divider>;

export const example = {};
