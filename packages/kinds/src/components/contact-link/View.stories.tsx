import { a, arabic, broken, longWord, page } from '../../testing/fixtures.tsx';

export default { title: 'ContactLink' };

export const Several = () =>
  page(
    a('ContactLink', {
      name: 'Ana Ruiz',
      role: 'Planning desk',
      email: 'ana.ruiz@portico.example',
      phone: '+1 (617) 555-0100',
      link: { text: 'Book a time', href: '/support' },
    }),
    a('ContactLink', { name: 'Service desk', email: 'help@portico.example' }),
    a('ContactLink', { name: 'Night line', phone: '617 555 0199' }),
  );

export const One = () =>
  page(a('ContactLink', { name: 'Compliance', role: 'Monday to Friday, 9 to 5', email: 'compliance@portico.example' }));

export const LongAndOdd = () =>
  page(
    a('ContactLink', {
      name: longWord,
      role: arabic,
      email: `${'long'.repeat(15)}@${'department.'.repeat(10)}portico.example`,
    }),
  );

export const Bare = () => page(a('ContactLink', { name: 'Only a name' }));

export const Broken = () =>
  page(
    broken({
      id: 'x',
      type: 'ContactLink',
      name: 'Hidden headers',
      email: 'a@b.example?bcc=evil@c.example&body=x',
      phone: 'javascript:1',
    }),
    broken({ id: 'y', type: 'ContactLink', name: {} }),
  );
