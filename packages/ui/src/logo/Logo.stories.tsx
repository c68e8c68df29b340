import { Logo } from './Logo.tsx';

export default { title: 'Logo' };

export const Full = () => <Logo />;

export const Mark = () => <Logo variant="mark" />;
