import { FilterSelect } from './filter-select.tsx';

/** More are found by typing. */
const mostShown = 200;

type Props = {
  brands: readonly string[];
  value: string | undefined;
  onChange: (brand: string | undefined) => void;
  className?: string | undefined;
};

/** Shows the filter for one brand. */
export function BrandFilter({ brands, value, onChange, className = '' }: Props) {
  return (
    <FilterSelect
      className={className}
      label="Brand"
      placeholder="All brands"
      data={brands}
      value={value ?? null}
      onChange={(brand) => onChange(brand ?? undefined)}
      limit={mostShown}
      searchable
    />
  );
}
