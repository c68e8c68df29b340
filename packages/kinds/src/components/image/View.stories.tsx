import { a, arabic, broken, longWord, page, paragraph, picture, rich } from '../../testing/fixtures.tsx';

export default { title: 'Image' };

export const Sizes = () =>
  page(
    a('Image', { image: picture(0), caption: 'In spring.', size: 'Big', alignment: 'Center' }),
    a('Image', { image: picture(1), caption: 'The planning desk.', size: 'Medium', alignment: 'Center' }),
    a('Image', { image: picture(2), size: 'Small', alignment: 'Left' }),
    a('Image', { image: picture(3), size: 'Small', alignment: 'Right' }),
  );

export const Alignments = () =>
  page(
    a('BodyText', { body: rich(paragraph) }),
    ...(['Medium', 'Small'] as const).flatMap((size) =>
      (['Left', 'Center', 'Right'] as const).map((alignment) =>
        a('Image', { image: picture(0), caption: `${size} ${alignment}`, size, alignment }),
      ),
    ),
    a('Image', { image: picture(0), caption: 'Big Center', size: 'Big', alignment: 'Center' }),
  );

export const BetweenTexts = () =>
  page(
    a('BodyText', { body: rich(paragraph) }),
    a('Image', { image: picture(3), caption: arabic, size: 'Medium', alignment: 'Left' }),
    a('BodyText', { body: rich(paragraph) }),
  );

export const Decorative = () =>
  page(a('Image', { image: picture(0, { alt: '' }), caption: longWord, size: 'Medium', alignment: 'Left' }));

export const FailsToLoad = () =>
  page(
    a('Image', { image: picture(0, { id: '00000000-0000-4000-8000-00000000dead' }), size: 'Small', alignment: 'Left' }),
  );

export const Broken = () => page(broken({ id: 'x', type: 'Image', image: null, size: 'Big', alignment: 'Left' }));
