import type { LinkTarget } from '../base/parts.ts';
import type { PropertiesOf } from './form.ts';

/* Properties that several kinds of components have. */

export const title = { label: 'Title' } as const;
export const picture = { label: 'Picture' } as const;
export const portrait = { label: 'Portrait' } as const;
export const body = { label: 'Text' } as const;
export const shortText = { label: 'Text', isLong: true } as const;
export const description = { label: 'Description', isLong: true } as const;

export const size = { label: 'Size', options: { Big: 'Large', Medium: 'Medium', Small: 'Small' } } as const;

export const linkTarget = {
  text: {
    label: 'Link text',
    help: 'Say where the link goes. “Here” and “more” mean nothing out of context.',
  },
  href: { label: 'Address' },
  openInNewTab: {
    label: 'Open in a new tab',
    help: 'Readers see that it opens in a new tab. Use it only where they would otherwise lose their place.',
  },
} satisfies PropertiesOf<LinkTarget>;
export const link = { label: 'Link', properties: linkTarget } as const;

export const person = { name: { label: 'Name' }, role: { label: 'Role' } } as const;
export const contact = {
  email: { label: 'Email address', isEmail: true, wrong: 'Enter an email address such as name@example.com.' },
  phone: { label: 'Phone number', wrong: 'Enter a phone number such as 617-555-0100.' },
} as const;

export const entries = { label: 'Items', add: 'Add an item', entry: (number: number) => `Item ${number}` };

/* Properties of the fields of a form. */

export const condition = { label: 'When to show it' } as const;
export const alias = {
  label: 'Name in exports',
  help: 'Letters, digits and underscores. Rules that use it are updated when it changes.',
  control: 'alias',
} as const;
export const question = {
  label: { label: 'Question' },
  helpText: { label: 'Help text', isLong: true },
  isRequired: { label: 'Required' },
} as const;
export const options = { label: 'Choices', control: 'options' } as const;
export const placeholder = {
  label: 'Placeholder',
  help: 'It disappears when people start typing. Put anything they need to know in the help text.',
} as const;
export const lengths = {
  minLength: { label: 'Minimum characters' },
  maxLength: { label: 'Maximum characters' },
} as const;
