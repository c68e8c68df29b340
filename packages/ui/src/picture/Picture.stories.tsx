import { Picture, type PictureProps } from './Picture.tsx';

export default { title: 'Picture' };

const lake: PictureProps = {
  sources: [320, 640].map((width) => ({ url: `/media/00000000-0000-4000-8000-000000000000/${width}.webp`, width })),
  sizes: '50vw',
  alt: 'A mountain lake with snow-capped peaks behind it',
  width: 1200,
  height: 800,
};

export const OriginalShape = () => <Picture {...lake} isPriority />;

export const Cropped = () => <Picture {...lake} ratio="21 / 9" isPriority />;

export const CroppedToTop = () => <Picture {...lake} ratio="21 / 9" focus={{ x: 50, y: 0 }} isPriority />;

export const Missing = () => <Picture {...lake} sources={[{ url: '/media/missing.webp', width: 320 }]} isPriority />;
