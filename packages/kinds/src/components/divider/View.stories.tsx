import { a, page, paragraph, rich } from '../../testing/fixtures.tsx';

export default { title: 'Divider' };

export const BetweenTexts = () =>
  page(a('BodyText', { body: rich(paragraph) }), a('Divider', {}), a('BodyText', { body: rich(paragraph) }));
