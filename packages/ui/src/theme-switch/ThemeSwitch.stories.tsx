import { ThemeSwitch } from './ThemeSwitch.tsx';

export default { title: 'ThemeSwitch' };

export const Icons = () => <ThemeSwitch />;

export const WithLabels = () => <ThemeSwitch hasLabels />;
