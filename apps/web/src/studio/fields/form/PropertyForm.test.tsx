import { ContentComponent, type ComponentKind, type ComponentOf } from '@portico/kinds/content';
import type { FormField } from '@portico/kinds/formFields';
import { embeddedVideo } from '@portico/kinds/embeddedVideo';
import { anImage } from '@portico/testing/builders';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { Pickers } from '../../Pickers.ts';
import { PropertyForm, type PropertyFormProps } from './PropertyForm.tsx';

const FILE = '00000000-0000-4000-9000-000000000002';
const pickers: Pickers = {
  picture: async () => anImage({ id: FILE, alt: '' }),
  document: async () => ({ documentId: FILE, title: 'Rates', format: 'PDF', bytes: 2048 }),
  link: async () => '/events',
};

/**
 * Renders the form of a component that is the state of its parent. `value` returns the last component passed to
 * `onChange`.
 */
function show<Kind extends ComponentKind>(component: ComponentOf<Kind>, more: Partial<PropertyFormProps> = {}) {
  const last: { component: ContentComponent } = { component };
  function Parent() {
    const [value, setValue] = useState<ContentComponent>(component);
    return (
      <PropertyForm
        pickers={pickers}
        {...more}
        component={value}
        onChange={(next) => {
          last.component = next;
          setValue(next);
        }}
      />
    );
  }
  render(<Parent />);
  return { user: userEvent.setup(), value: () => last.component as ComponentOf<Kind> };
}
const isValid = (component: ContentComponent) => z.safeParse(ContentComponent, component).success;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const announced = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

describe('the properties form of a component', () => {
  test.each(Object.keys(oneOfEachKind) as ComponentKind[])(
    'of the kind %s has a label for every control [STUDIO-221]',
    (kind) => {
      show(oneOfEachKind[kind]);
      const controls = [...document.querySelectorAll('input, textarea, select, button, [role="textbox"]')];
      for (const control of controls) {
        const { labels } = control as HTMLInputElement;
        const name = control.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? control.textContent;
        expect(name?.trim(), control.outerHTML.slice(0, 200)).toMatch(/./);
        expect(name).not.toContain('studio.');
      }
    },
  );

  test('reports text over the limit, and removes an optional text that is emptied [STUDIO-222]', async () => {
    const { user, value } = show(oneOfEachKind.Quote);
    const attribution = screen.getByRole('textbox', { name: 'Who said it' });
    await user.clear(attribution);
    expect(value()).not.toHaveProperty('attribution');
    await user.click(attribution);
    await user.paste('x'.repeat(201));
    expect(screen.getAllByText('1 character too many.')).toHaveLength(1);
    expect(value().attribution).toHaveLength(201);
  });

  test('offers the numbers that the contract allows [STUDIO-222]', async () => {
    const { user, value } = show(oneOfEachKind.Header);
    await user.click(within(screen.getByRole('group', { name: 'Level' })).getByRole('radio', { name: '3' }));
    expect(value().level).toBe(3);
  });

  test('keeps an invalid number in its field and out of the component', async () => {
    const { user, value } = show(oneOfEachKind.MultiChoice);
    const most = screen.getByRole('textbox', { name: 'Maximum choices' });
    await user.type(most, '2');
    expect(value().maxChoices).toBe(2);
    await user.clear(most);
    await user.paste('999');
    expect(value()).not.toHaveProperty('maxChoices');
    expect(screen.getAllByText('Enter a whole number from 1 to 200.')).toHaveLength(1);
    await user.clear(most);
    expect(value()).not.toHaveProperty('maxChoices');
  });

  test('never stores an unsafe address, and accepts one from the picker [STUDIO-223]', async () => {
    const { user, value } = show(oneOfEachKind.Link);
    const address = screen.getByRole('textbox', { name: /^Address/ });
    await user.clear(address);
    await user.type(address, 'javascript:alert(1)');
    await user.tab();
    expect(screen.getAllByText(/That address can’t be used for a link/)).toHaveLength(1);
    expect(value().href).not.toContain('script');
    await user.click(button('Choose…'));
    expect(value().href).toBe('/events');
  });

  test('adds and removes an optional group', async () => {
    const { user, value } = show(oneOfEachKind.Callout);
    await user.click(button('Remove: Link'));
    expect(value()).not.toHaveProperty('link');
    expect(isValid(value())).toBe(true);
    await user.click(button('Add: Link'));
    expect(value().link).toEqual({ text: '', href: '' });
  });

  test('choosing the right answer to a question takes it from the other choices [DUTY-122]', async () => {
    const { user, value } = show(oneOfEachKind.Confirmation);
    await user.click(button('Choice 1: You do'));
    const isRight = () => screen.getByRole('switch', { name: 'Right answer' });
    await user.click(isRight());
    expect(value().questions![0]!.choices).toEqual([
      { text: 'You do', isRight: true },
      { text: 'The travel desk does' },
    ]);
    await user.type(screen.getByRole('textbox', { name: /^Choice/ }), '!');
    expect(value().questions![0]!.choices[0]).toEqual({ text: 'You do!', isRight: true });
    await user.click(isRight());
    expect(value().questions![0]!.choices.some((choice) => choice.isRight)).toBe(false);
  });

  test('shows problems at their controls, and all others above the form [STUDIO-224]', () => {
    show(oneOfEachKind.Link, {
      problems: [
        { path: 'text', message: 'Say where it leads.' },
        { path: '', message: 'This component is in the wrong place.' },
      ],
    });
    const text = screen.getByRole('textbox', { name: /^Link text/ });
    expect(text.getAttribute('aria-invalid')).toBe('true');
    const described = text
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described?.join()).toContain('Say where it leads.');
    expect(screen.getAllByText('This component is in the wrong place.')).toHaveLength(1);
  });
});

describe('a picture', () => {
  test('that is new requires alternative text or the choice that it needs none [STUDIO-225]', async () => {
    const { user, value } = show({ ...oneOfEachKind.HeadshotName, image: null });
    await user.click(button('Choose a picture'));
    expect(screen.getAllByText(/Choose one. People who can’t see/)).toHaveLength(1);
    expect(announced()).toContain('Picture added.');
    await user.click(screen.getByRole('radio', { name: 'Describe the picture' }));
    expect(screen.getAllByText('Describe the picture.')).toHaveLength(1);
    await user.type(screen.getByRole('textbox', { name: /Alternative text/ }), 'Lee at a desk');
    expect(value().image).toMatchObject({ id: FILE, alt: 'Lee at a desk' });
    await user.click(screen.getByRole('radio', { name: /decorative/ }));
    expect(value().image?.alt).toBe('');
    await user.click(button('Remove the picture'));
    expect(value().image).toBeNull();
  });
});

describe('entries', () => {
  const items = (...titles: string[]): ComponentOf<'IconsList'> => ({
    id: 'a',
    type: 'IconsList',
    items: titles.map((title) => ({ icon: 'Check' as const, title })),
  });

  test('are added, moved and removed with buttons that announce it and keep focus [STUDIO-226]', async () => {
    const { user, value } = show(items('One', 'Two', 'Three'));
    const titles = () => value().items.map(({ title }) => title);
    await user.click(button('Move down: Item 1: One'));
    expect(titles()).toEqual(['Two', 'One', 'Three']);
    expect(announced()).toContain('Moved to position 2 of 3.');
    expect(document.activeElement).toBe(button('Move down: Item 2: One'));
    await user.keyboard('{Enter}');
    expect(titles()).toEqual(['Two', 'Three', 'One']);
    // The last entry can't move down any further.
    expect(document.activeElement).toBe(button('Move up: Item 3: One'));
    await user.click(button('Remove: Item 1: Two'));
    expect(titles()).toEqual(['Three', 'One']);
    expect(announced()).toContain('Removed: Item 1: Two.');
    expect(document.activeElement).toBe(button('Item 1: Three'));
    await user.click(button('Add an item'));
    expect(value().items).toHaveLength(3);
    await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Four');
    expect(titles()).toEqual(['Three', 'One', 'Four']);
  });

  test('of a file list come from the picker with format, size and title [STUDIO-226]', async () => {
    const { user, value } = show(oneOfEachKind.FileList);
    await user.click(button('Add a file'));
    expect(value().files.at(-1)).toEqual({ documentId: FILE, title: 'Rates', format: 'PDF', bytes: 2048 });
    expect(isValid(value())).toBe(true);
  });
});

describe('a custom control', () => {
  test('recognizes a video by the address of its page', async () => {
    const { user, value } = show(oneOfEachKind.Video);
    const address = screen.getByRole('textbox', { name: 'Video address' });
    await user.clear(address);
    await user.type(address, 'https://vimeo.com/76979871');
    expect(value().source).toEqual({ host: 'Vimeo', videoId: '76979871' });
    await user.clear(address);
    await user.type(address, 'https://evil.example/76979871');
    expect(screen.getAllByText(/isn’t the address of a YouTube/)).toHaveLength(1);
    expect(value().source).toEqual({ host: 'Vimeo', videoId: '76979871' });
  });

  test.each([
    ['https://vimeo.com/123456789/abcdef0123', '123456789', 'abcdef0123'],
    ['https://vimeo.com/123456789/abcdef0123?share=copy', '123456789', 'abcdef0123'],
    ['https://player.vimeo.com/video/123456789?h=abcdef0123&badge=0', '123456789', 'abcdef0123'],
    ['https://vimeo.com/manage/videos/123456789/abcdef0123', '123456789', 'abcdef0123'],
    ['https://vimeo.com/channels/staffpicks/123456789', '123456789', undefined],
    ['\u200bhttps://vimeo.com/1234\u00ad56789', '123456789', undefined],
  ])('recognizes the Vimeo video at %s, unlisted or not [STUDIO-322]', async (typed, videoId, hash) => {
    const { user, value } = show(oneOfEachKind.Video);
    const address = screen.getByRole('textbox', { name: 'Video address' });
    await user.clear(address);
    await user.click(address);
    await user.paste(typed);
    const { source } = value();
    expect(source).toEqual({ host: 'Vimeo', videoId, ...(hash && { hash }) });
    const film = embeddedVideo(source);
    expect(film?.playerUrl).toBe(
      `https://player.vimeo.com/video/${videoId}?${hash ? `h=${hash}&` : ''}autoplay=1&dnt=1`,
    );
    expect(film?.pageUrl).toBe(`https://vimeo.com/${videoId}${hash ? `/${hash}` : ''}`);
  });

  test('drops invisible characters from pasted phone numbers and email addresses [STUDIO-322]', async () => {
    const { user, value } = show({ ...oneOfEachKind.ContactLink, email: '', phone: '' });
    const pasteInto = async (name: RegExp, text: string) => {
      await user.clear(screen.getByRole('textbox', { name }));
      await user.click(screen.getByRole('textbox', { name }));
      await user.paste(text);
    };
    await pasteInto(/^Phone/, '\u202a+1\u00a0617\u2011555\u20110100 x5\u202c');
    expect(value().phone).toBe('+1 617-555-0100 x5');
    await pasteInto(/^Email/, '\ufeffana.ruiz@porti\u00adco.example\u200b');
    expect(value().email).toBe('ana.ruiz@portico.example');
  });

  test.each(['617 555 0110', '+1 (617) 555-0110 ext. 5', '617 555 0110, x 12'])(
    'takes the phone number %s as it is typed, without the blank that is left at its end [STUDIO-322]',
    async (number) => {
      const { user, value } = show({ ...oneOfEachKind.ContactLink, phone: '' });
      await user.type(screen.getByRole('textbox', { name: /^Phone/ }), ` ${number} `);
      expect(value().phone?.trim()).toBe(number);
      await user.tab();
      expect(value().phone).toBe(number);
    },
  );

  test('drops invisible characters from a pasted number [STUDIO-322]', async () => {
    const { user, value } = show(oneOfEachKind.MultiChoice);
    await user.click(screen.getByRole('textbox', { name: 'Maximum choices' }));
    await user.paste('\u200b2\u00ad\u00a0');
    expect(value().maxChoices).toBe(2);
  });

  test('drops invisible characters from a pasted link address [STUDIO-322]', async () => {
    const { user, value } = show(oneOfEachKind.Link);
    const address = screen.getByRole('textbox', { name: /Address/ });
    await user.clear(address);
    await user.click(address);
    await user.paste('\u200bhttps://portico.example/fees\u00ad/2027\u200e');
    expect(value().href).toBe('https://portico.example/fees/2027');
  });

  test('moves the content of removed columns to the last remaining one', async () => {
    const { user, value } = show({
      id: 'a',
      type: 'Columns',
      columns: ['x', 'y', 'z'].map((id) => ({ components: [{ id, type: 'Divider' as const }] })),
    });
    await user.click(screen.getByRole('radio', { name: '2' }));
    expect(value().columns.map(({ components }) => components.map(({ id }) => id))).toEqual([['x'], ['y', 'z']]);
    await user.click(screen.getByRole('radio', { name: '4' }));
    expect(value().columns).toHaveLength(4);
  });

  test('removes the header of a table, and adds rows and columns', async () => {
    const { user, value } = show(oneOfEachKind.Table);
    await user.click(screen.getByRole('switch', { name: 'First row is a header' }));
    expect([value().header.length, value().rows.length]).toEqual([0, 2]);
    await user.click(button('Add column'));
    await user.click(button('Add row'));
    expect([value().align.length, value().rows.map((row) => row.length)]).toEqual([3, [3, 3, 3]]);
    expect(isValid(value())).toBe(true);
  });
});

describe('the fields of a form', () => {
  const question = (alias: string): FormField => ({ id: alias, type: 'TextField', alias, label: alias });
  const choice: FormField = {
    id: 'where',
    type: 'SingleChoice',
    alias: 'where',
    label: 'Where?',
    options: [
      { value: 'b', label: 'Boston' },
      { value: 'd', label: 'Denver' },
    ],
  };
  const form = (...fields: FormField[]): ComponentOf<'Form'> => ({ ...oneOfEachKind.Form, fields });

  test('are added in all nine kinds, each valid once it has its text [STUDIO-227]', async () => {
    const { user, value } = show(form(question('a')));
    const kinds = within(screen.getByRole('group', { name: 'Add a question or section' }));
    for (const name of [
      'Short answer',
      'Long answer',
      'Drop-down list',
      'Single choice',
      'Multiple choice',
      'Checkbox',
      'File upload',
      'Section title',
      'Divider',
    ]) {
      await user.selectOptions(kinds.getByRole('combobox'), name);
      await user.click(kinds.getByRole('button'));
    }
    expect(value().fields).toHaveLength(10);
    const aliases = value().fields.flatMap((field) => ('alias' in field ? [field.alias] : []));
    expect(new Set(aliases).size).toBe(aliases.length);
    const completed = value().fields.map((field) => ({
      ...field,
      ...('label' in field && { label: 'x' }),
      ...('title' in field && { title: 'x' }),
      ...('options' in field && { options: field.options.map((option) => ({ ...option, label: 'x' })) }),
    }));
    expect(isValid({ ...value(), fields: completed } as ContentComponent)).toBe(true);
  });

  test('are shown or hidden by rules [STUDIO-228]', async () => {
    const { user, value } = show(form(choice, question('why')));
    await user.click(button('2. Short answer: why'));
    const part = within(screen.getByRole('group', { name: 'When to show it' }));
    await user.selectOptions(part.getByRole('combobox', { name: 'This part is' }), 'Shown only when…');
    await user.selectOptions(part.getByRole('combobox', { name: 'Comparison' }), 'is not');
    await user.selectOptions(part.getByRole('combobox', { name: 'Value' }), 'Denver');
    await user.click(part.getByRole('switch', { name: 'Ignore case' }));
    expect(value().fields[1]?.condition).toEqual({
      visibility: 'Show',
      match: 'All',
      rules: [{ field: 'where', operator: 'IsNotIgnoreCase', value: 'd' }],
    });
    await user.click(part.getByRole('button', { name: 'Add a rule' }));
    await user.selectOptions(part.getByRole('combobox', { name: 'Match' }), 'Any rule');
    expect(value().fields[1]?.condition).toMatchObject({ match: 'Any', rules: [{}, { operator: 'Is' }] });
    await user.selectOptions(part.getByRole('combobox', { name: 'This part is' }), 'Always shown');
    expect(value().fields[1]).not.toHaveProperty('condition');
  });

  test('keep their rules when the alias in a rule changes, and lose them when that field is removed [STUDIO-228]', async () => {
    const asking: FormField = {
      ...question('why'),
      condition: { visibility: 'Show', match: 'All', rules: [{ field: 'where', operator: 'Is', value: 'b' }] },
    };
    const { user, value } = show(form(choice, asking));
    await user.click(button('1. Single choice: Where?'));
    await user.type(screen.getByRole('textbox', { name: /^Name in exports/ }), 'To');
    expect(value().fields[1]?.condition?.rules[0]?.field).toBe('whereTo');
    await user.click(button('Remove: 1. Single choice: Where?'));
    expect(value().fields).toEqual([question('why')]);
    expect(announced()).toContain('Removed, along with the rules that used it.');
  });

  test('have choices whose stored value follows their label until someone edits it', async () => {
    const { user, value } = show({ ...oneOfEachKind.DropDownList, options: [{ value: 'option-1', label: '' }] });
    await user.type(screen.getByRole('textbox', { name: /^Choice text/ }), 'New York');
    expect(value().options).toEqual([{ value: 'new-york', label: 'New York' }]);
    const stored = screen.getByRole('textbox', { name: 'Stored as' });
    await user.clear(stored);
    await user.type(stored, 'ny');
    await user.type(screen.getByRole('textbox', { name: /^Choice text/ }), ' City');
    expect(value().options).toEqual([{ value: 'ny', label: 'New York City' }]);
  });
});
