import { Spinner } from './Spinner.tsx';

export default { title: 'Spinner' };

const sizes = ['small', 'medium', 'large'] as const;

export const Sizes = () => sizes.map((size) => <Spinner key={size} size={size} label={`Loading, ${size}`} />);
