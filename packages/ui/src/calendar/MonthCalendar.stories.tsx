import { useState } from 'react';
import { MonthCalendar } from './MonthCalendar.tsx';

export default { title: 'MonthCalendar' };

const marks = new Map([
  ['2026-03-10', '2 events'],
  ['2026-03-12', '1 event'],
]);

function Sample({ isMarked = false }: { isMarked?: boolean }) {
  const [day, setDay] = useState('2026-03-09');
  const [inView, setInView] = useState('2026-03-09');
  return (
    <MonthCalendar
      label="Events"
      value={day}
      onChange={setDay}
      inView={inView}
      onInViewChange={setInView}
      {...(isMarked ? { marks, ownDays: new Set(['2026-03-12']) } : {})}
    />
  );
}

export const Plain = () => <Sample />;

export const MarkedDays = () => <Sample isMarked />;
