import { ContentComponent, type ComponentKind } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { blankGroup } from './blankValue.ts';
import { propertiesOf } from '../componentKinds.ts';
import { modelOf } from './fieldModel.ts';

const kinds = Object.keys(oneOfEachKind) as ComponentKind[];

describe('the properties form', () => {
  test.each(kinds)('has all properties for %s [STUDIO-221]', (kind) => {
    const described = Object.keys(propertiesOf(kind));
    const inContract = Object.keys(modelOf(kind)).filter((name) => name !== 'id' && name !== 'type');
    // A divider has a condition only inside a form.
    expect(described.toSorted()).toEqual(
      inContract.filter((name) => kind !== 'Divider' || name !== 'condition').toSorted(),
    );
  });

  test('uses the limits of the contract', () => {
    expect(modelOf('Header')).toMatchObject({
      text: { kind: 'text', max: 300, isRequired: true, isOptional: false },
      level: { kind: 'number', min: 2, max: 4 },
    });
    expect(modelOf('Callout')).toMatchObject({
      kind: { kind: 'choice', values: ['Tip', 'Info', 'Note', 'Warning'] },
      title: { kind: 'text', max: 200, isOptional: true },
      body: { kind: 'rich' },
      link: { kind: 'group', isOptional: true, properties: { href: { kind: 'href' } } },
    });
    expect(modelOf('HeadshotName')['image']).toMatchObject({ kind: 'picture', isNullable: true });
    expect(modelOf('ImageGallery')['images']).toMatchObject({ kind: 'entries', min: 1, max: 50 });
    expect(modelOf('Checklist')['dueDate']).toMatchObject({ kind: 'text', format: 'date' });
    expect(modelOf('BulletedList')['items']).toMatchObject({ kind: 'listItems' });
    expect(modelOf('Form')['fields']).toMatchObject({ kind: 'formFields' });
  });

  test.each(kinds)('starts a %s that lacks only what people must provide', (kind) => {
    const blank = { ...blankGroup(modelOf(kind)), id: 'a', type: kind };
    const issues = z.safeParse(ContentComponent, blank).error?.issues ?? [];
    expect(
      issues.filter(
        ({ code }) => !['too_small', 'invalid_type', 'invalid_union', 'custom', 'invalid_format'].includes(code),
      ),
    ).toEqual([]);
  });
});
