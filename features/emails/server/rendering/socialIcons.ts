/** Where icons of social blocks lie: designs made with Unlayer show its icons, and social blocks name no other place. */
export const SOCIAL_ICONS = 'https://cdn.tools.unlayer.com'
