/** A star; drawn here, because icons that many screens use are fetched with the first page. */
export const Star = ({
  size = 14,
  label,
  className,
}: {
  size?: number
  label?: string
  className?: string | undefined
}) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label where it says something of its own
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.8}
    strokeLinejoin="round"
    className={className}
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
  >
    <path d="M12 2.8l2.85 5.9 6.45.9-4.7 4.5 1.15 6.4L12 17.4l-5.75 3.1 1.15-6.4-4.7-4.5 6.45-.9z" />
  </svg>
)
