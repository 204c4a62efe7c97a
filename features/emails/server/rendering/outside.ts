/** Where what a mail loads from elsewhere lies. */
export type Outside = {
  /** Icons of social blocks. */
  socialIcons: string
  /** Web fonts; without an address mails use the fonts that their readers have. */
  fonts?: string
}
