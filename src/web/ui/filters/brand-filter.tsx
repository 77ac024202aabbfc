import { FilterSelect } from './filter-select.tsx';

/** More are found by typing. */
const mostShown = 200;

type Props = {
  brands: readonly string[];
  value: string | undefined;
  onChange: (brand: string | undefined) => void;
  className?: string | undefined;
};

/**
 * Shows the filter for one brand. It also shows a chosen brand that is not among the choices, because a kept link
 * can name a brand that no hotel has any more.
 */
export function BrandFilter({ brands, value, onChange, className = '' }: Props) {
  return (
    <FilterSelect
      className={className}
      label="Brand"
      placeholder="All brands"
      data={value === undefined || brands.includes(value) ? brands : [...brands, value]}
      value={value ?? null}
      onChange={(brand) => onChange(brand ?? undefined)}
      limit={mostShown}
      searchable
    />
  );
}
