import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  updateAbbreviation,
  type Abbreviation,
} from '@portico/contracts/search';
import { listAbbreviationChanges } from '@portico/contracts/studio/abbreviationChanges';
import { anId } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

function anAbbreviation(own: Partial<Abbreviation> = {}): Abbreviation {
  return { id: anId(), abbreviation: 'RMD', meaning: 'required minimum distribution', version: 1, ...own };
}

/** A fake server with a list, which rejects changes to an old version. */
function abbreviationsApi(entries: Abbreviation[]) {
  let list = entries;
  const api = fakeApi();
  api.answer(listAbbreviations, () => [...list]);
  api.answer(listAbbreviationChanges, { items: [] });
  api.answer(createAbbreviation, ({ body }) => {
    const added = anAbbreviation(body);
    list = [...list, added];
    return added;
  });
  api.answer(updateAbbreviation, ({ params, body: { version, ...body } }) => {
    const changed = { id: params.abbreviationId, version: version + 1, ...body };
    list = list.map((other) => (other.id === changed.id ? changed : other));
    return changed;
  });
  api.answer(deleteAbbreviation, ({ params }) => {
    list = list.filter(({ id }) => id !== params.abbreviationId);
    return undefined;
  });
  return {
    api,
    put: (changed: Abbreviation[]) => {
      list = changed;
    },
  };
}

/** The text of each row, without button tooltips. */
const rows = () =>
  within(screen.getByRole('region', { name: /^In the list/ }))
    .getAllByRole('listitem')
    .map((row) =>
      [...row.children]
        .map((part) => part.cloneNode(true) as Element)
        .map((part) => {
          part.querySelector('[role=tooltip]')?.remove();
          return part.textContent;
        })
        .join(''),
    );
const form = (name: string) => within(screen.getByRole('form', { name }));
const type = async (within_: ReturnType<typeof form>, label: string, text: string) => {
  await userEvent.clear(within_.getByLabelText(label));
  await userEvent.type(within_.getByLabelText(label), text);
};

beforeEach(() => async () => {
  clearToasts();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull());
});

describe('the list of abbreviations', () => {
  test('shows each abbreviation with its meaning, sorted by name', async () => {
    const { api } = abbreviationsApi([
      anAbbreviation(),
      anAbbreviation({ abbreviation: 'QCD', meaning: 'qualified charitable distribution' }),
    ]);
    openPortal('/search/abbreviations', { api });
    await screen.findByText('RMD');
    expect(rows()).toEqual(['QCDqualified charitable distribution', 'RMDrequired minimum distribution']);
    expect(document.title).toBe('Abbreviations - Portico');
  });

  test('shows readers who can’t edit that they have no access', async () => {
    const api = fakeApi();
    api.fail(listAbbreviations, 'forbidden');
    expectErrorsInConsole();
    openPortal('/search/abbreviations', { api });
    expect(await screen.findAllByRole('heading', { level: 1, name: 'You don’t have access' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Go to search' }).getAttribute('href')).toBe('/search');
    expect(screen.queryByRole('form', { name: 'New abbreviation' })).toBeNull();
  });

  test('shows a retry when it fails to load [BASE-014]', async () => {
    const api = fakeApi();
    api.fail(listAbbreviations, 'unavailable');
    expectErrorsInConsole();
    openPortal('/search/abbreviations', { api });
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  });

  test('has a message when it is empty', async () => {
    openPortal('/search/abbreviations', { api: abbreviationsApi([]).api });
    expect(await screen.findAllByRole('heading', { name: 'No abbreviations yet' })).toHaveLength(1);
  });
});

describe('a long list', () => {
  const name = (number: number) => `AB${String(number).padStart(3, '0')}`;
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      anAbbreviation({ abbreviation: name(index), meaning: `word ${index}` }),
    );
  const moreButton = () => screen.queryByRole('button', { name: /^Show more of the other/ });

  test('shows the first 50, and the next ones on demand, with the focus on the first of them [DESK-276]', async () => {
    openPortal('/search/abbreviations', { api: abbreviationsApi(many(51)).api });
    await screen.findByText(name(0));
    expect(rows()).toHaveLength(50);
    await userEvent.click(screen.getByRole('button', { name: 'Show more of the other 1' }));
    expect(rows()).toHaveLength(51);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: `Edit ${name(50)}` }));
    expect(moreButton()).toBeNull();
  });

  test('shows 50 without a button for more [DESK-276]', async () => {
    openPortal('/search/abbreviations', { api: abbreviationsApi(many(50)).api });
    await screen.findByText(name(0));
    expect(rows()).toHaveLength(50);
    expect(moreButton()).toBeNull();
  });

  test('is searched by abbreviation and by meaning, from the address too [DESK-276]', async () => {
    const { router } = openPortal('/search/abbreviations?text=ab07', { api: abbreviationsApi(many(80)).api });
    await screen.findByText(name(70));
    expect(rows()).toHaveLength(10);
    expect(screen.getByRole('region', { name: 'In the list 10 of 80' })).toBeDefined();
    const field = screen.getByRole('searchbox', { name: 'Find an abbreviation' });
    await userEvent.clear(field);
    await userEvent.type(field, 'WORD 66{Enter}');
    await waitFor(() => expect(rows()).toEqual([`${name(66)}word 66`]));
    expect(router.state.location.search).toEqual({ text: 'WORD 66' });
    await userEvent.type(field, '6{Enter}');
    expect(await screen.findAllByRole('heading', { name: 'No abbreviation matches' })).toHaveLength(1);
  });

  test('keeps what is being edited and what was added in sight [DESK-276]', async () => {
    openPortal('/search/abbreviations', { api: abbreviationsApi(many(60)).api });
    await userEvent.click(await screen.findByRole('button', { name: `Edit ${name(0)}` }));
    const edit = form(`Edit ${name(0)}`);
    await type(edit, 'Full term or the firm’s words', 'typed before the search');
    const add = form('New abbreviation');
    await type(add, 'Abbreviation or everyday words', 'ZZ');
    await type(add, 'Full term or the firm’s words', 'the last one{Enter}');
    await screen.findByText('the last one');
    expect(rows()).toHaveLength(51);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find an abbreviation' }), 'word 33{Enter}');
    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(edit.getByLabelText('Full term or the firm’s words')).toHaveProperty('value', 'typed before the search');
  });
});

describe('adding an abbreviation', () => {
  test('inserts it in order and clears the form for the next one', async () => {
    const { api } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await screen.findByText('RMD');
    await type(form('New abbreviation'), 'Abbreviation or everyday words', ' QCD ');
    await type(form('New abbreviation'), 'Full term or the firm’s words', 'qualified charitable distribution');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(rows()).toEqual(['QCDqualified charitable distribution', 'RMDrequired minimum distribution']),
    );
    expect(form('New abbreviation').getByLabelText('Abbreviation or everyday words')).toHaveProperty('value', '');
    expect(document.activeElement).toBe(form('New abbreviation').getByLabelText('Abbreviation or everyday words'));
  });

  test('shows an error at a field that is too short or too long without a request', async () => {
    const { api } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await screen.findByText('RMD');
    await type(form('New abbreviation'), 'Abbreviation or everyday words', 'R');
    await userEvent.tab();
    expect(await screen.findAllByText('Type at least 2 characters.')).toHaveLength(1);
    expect(form('New abbreviation').getByLabelText('Abbreviation or everyday words').getAttribute('aria-invalid')).toBe(
      'true',
    );
    await type(form('New abbreviation'), 'Abbreviation or everyday words', 'R'.repeat(61));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getAllByText('Use 60 characters or fewer.')).toHaveLength(1);
    expect(screen.getAllByText('Type at least 2 characters.')).toHaveLength(1);
    expect(document.activeElement).toBe(form('New abbreviation').getByLabelText('Abbreviation or everyday words'));
    expect(api.callsTo(createAbbreviation)).toEqual([]);
  });

  test('keeps the typed text when it is a duplicate or the request fails', async () => {
    const { api } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await screen.findByText('RMD');
    await type(form('New abbreviation'), 'Abbreviation or everyday words', 'RMD');
    await type(form('New abbreviation'), 'Full term or the firm’s words', 'real money down');
    api.fail(createAbbreviation, 'conflict');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findAllByText('RMD is already in the list.')).toHaveLength(1);
    api.fail(createAbbreviation, 'offline');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findAllByText(/^This couldn’t be saved\./)).toHaveLength(1);
    expect(form('New abbreviation').getByLabelText('Full term or the firm’s words')).toHaveProperty(
      'value',
      'real money down',
    );
  });
});

describe('changing an abbreviation', () => {
  test('happens in place, with focus in the field and then back on the button', async () => {
    const { api } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit RMD' }));
    expect(document.activeElement).toBe(form('Edit RMD').getByLabelText('Abbreviation or everyday words'));
    await type(form('Edit RMD'), 'Full term or the firm’s words', 'required minimum distributions');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(rows()).toEqual(['RMDrequired minimum distributions']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit RMD' }));
  });

  test('is canceled by Escape', async () => {
    const { api } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit RMD' }));
    await userEvent.keyboard('X{Escape}');
    expect(rows()).toEqual(['RMDrequired minimum distribution']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit RMD' }));
  });

  test('after another editor’s change shows both versions, keeps the typed text, and can overwrite theirs', async () => {
    const entry = anAbbreviation();
    const { api, put } = abbreviationsApi([entry]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit RMD' }));
    await type(form('Edit RMD'), 'Full term or the firm’s words', 'my words');
    put([{ ...entry, meaning: 'their words', version: 2 }]);
    api.fail(updateAbbreviation, 'conflict');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByText(/^Someone else changed it to/)).textContent).toContain('RMD: their words');
    expect(form('Edit RMD').getByLabelText('Full term or the firm’s words')).toHaveProperty('value', 'my words');
    let version = 0;
    api.answer(updateAbbreviation, ({ body }) => {
      ({ version } = body);
      return { ...entry, ...body, version: 3 };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(rows()).toEqual(['RMDmy words']));
    expect(version).toBe(2);
  });

  test('after another editor’s change can keep theirs', async () => {
    const entry = anAbbreviation();
    const { api, put } = abbreviationsApi([entry]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit RMD' }));
    put([{ ...entry, meaning: 'their words', version: 2 }]);
    api.fail(updateAbbreviation, 'conflict');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep their version' }));
    expect(rows()).toEqual(['RMDtheir words']);
  });

  test('after another editor’s delete keeps the typed text and can add it again', async () => {
    const { api, put } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit RMD' }));
    await type(form('Edit RMD'), 'Full term or the firm’s words', 'my words');
    put([]);
    api.fail(updateAbbreviation, 'not_found');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText(/^Someone else deleted this abbreviation/)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Add again' }));
    await waitFor(() => expect(rows()).toEqual(['RMDmy words']));
  });

  test('to an existing abbreviation shows an error at its field', async () => {
    const { api } = abbreviationsApi([
      anAbbreviation(),
      anAbbreviation({ abbreviation: 'QCD', meaning: 'qualified charitable distribution' }),
    ]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit QCD' }));
    await type(form('Edit QCD'), 'Abbreviation or everyday words', 'RMD');
    api.fail(updateAbbreviation, 'conflict');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('RMD is already in the list.')).toHaveLength(1);
  });
});

describe('deleting an abbreviation', () => {
  test('removes it immediately, moves focus to its neighbor, and can be undone', async () => {
    const { api } = abbreviationsApi([
      anAbbreviation(),
      anAbbreviation({ abbreviation: 'QCD', meaning: 'qualified charitable distribution' }),
    ]);
    openPortal('/search/abbreviations', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete QCD' }));
    await waitFor(() => expect(rows()).toEqual(['RMDrequired minimum distribution']));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit RMD' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(rows()).toEqual(['QCDqualified charitable distribution', 'RMDrequired minimum distribution']),
    );
  });

  test('restores it and shows a message when the request fails', async () => {
    const { api } = abbreviationsApi([anAbbreviation()]);
    openPortal('/search/abbreviations', { api });
    await screen.findByText('RMD');
    api.fail(deleteAbbreviation, 'unavailable');
    await userEvent.click(screen.getByRole('button', { name: 'Delete RMD' }));
    expect(await screen.findAllByText('RMD couldn’t be deleted. Try again in a moment.')).toHaveLength(1);
    expect(rows()).toEqual(['RMDrequired minimum distribution']);
  });
});
