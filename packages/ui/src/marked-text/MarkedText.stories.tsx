import { MarkedText } from './MarkedText.tsx';

export default { title: 'MarkedText' };

export const TwoMatches = () => (
  <p>
    <MarkedText
      pieces={[
        { text: 'Annual ', isMatch: false },
        { text: 'roll', isMatch: true },
        { text: 'over and second ', isMatch: false },
        { text: 'roll', isMatch: true },
        { text: 'over', isMatch: false },
      ]}
    />
  </p>
);
