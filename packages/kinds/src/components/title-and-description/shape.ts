import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import type { TitleAndDescription } from '../../forms/formFields.ts';

export { TitleAndDescription } from '../../forms/formFields.ts';

export const shape = {
  words: { title: 'read', description: 'read', condition: 'none' },
  blank: () => ({ title: '' }),
  needs: 'title',
  isOnlyInForms: true,
} satisfies ComponentShape<TitleAndDescription>;

export const example: ExampleOf<TitleAndDescription> = { title: 'About it', description: 'More words.' };
