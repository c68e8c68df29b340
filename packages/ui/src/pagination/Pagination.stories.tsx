import { Pagination } from './Pagination.tsx';

export default { title: 'Pagination' };

const show = (page: number, pageCount: number) => (
  <Pagination
    page={page}
    pageCount={pageCount}
    renderLink={(to, { children, ...link }) => (
      <a href={`/news?page=${to}`} {...link}>
        {children}
      </a>
    )}
  />
);

export const First = () => show(1, 3);

export const Middle = () => show(50, 100);

export const Last = () => show(3, 3);
