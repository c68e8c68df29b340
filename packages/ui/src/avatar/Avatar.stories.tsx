import { Avatar } from './Avatar.tsx';

export default { title: 'Avatar' };

export const Initials = () => <Avatar name="Ana Ruiz" />;

export const Picture = () => <Avatar name="Ana Ruiz" src="/media/00000000-0000-4000-8000-000000000003/320.webp" />;

export const MissingPicture = () => <Avatar name="Sam Cole" src="/media/missing.webp" />;

export const Sizes = () => [24, 40, 64].map((size) => <Avatar key={size} name="Lee Park" size={size} />);
